/** The part of this room that needs no Node: what the viewer’s page uses. */
export { groupPrefix, type Verdict, verdictOf, verdicts } from './filter.ts';
export { measurePrefix } from './measures.ts';
export { leadOf, type Rival, UnitList } from './unit-list.ts';
export type {
  BrokenRun,
  Histogram,
  LinePlace,
  ListAsk,
  ListPage,
  Look,
  Member,
  PackFile,
  PackIndex,
  ReferenceHead,
  ReportFront,
  RowPage,
  RunHead,
  SharedRun,
  SharedRuns,
  Trial,
  UnitPlaces,
  UnitRow,
  UnitView,
} from './wire.ts';
export { FILES_AT_ONCE, filesIn } from './wire.ts';
