/** The part of this room that needs no Node: what the viewer’s page uses. */
export { groupPrefix } from './filter.ts';
export { FILES_AT_ONCE, filesIn } from './framing.ts';
export { type Rival, UnitList } from './unit-list.ts';
export { type Verdict, verdictOf, verdicts } from './verdict.ts';
export type {
  BrokenRun,
  LinePlace,
  ListAsk,
  ListPage,
  PackFile,
  PackIndex,
  RowPage,
  RunHead,
  UnitPlaces,
  UnitRow,
  UnitView,
} from './wire.ts';
