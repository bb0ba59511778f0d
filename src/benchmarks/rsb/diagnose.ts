import { isOpen, type Sheet, type UnitResult } from '../../contracts/index.ts';
import { bias } from './diagnose-bias.ts';
import { choiceFates, endings } from './ending.ts';
import { reading } from './reading.ts';

/** What explains a number: how episodes ended, where the grasp rules differ, and what was favoured, also where nobody moved. */
export function diagnose(results: readonly UnitResult[]): Sheet[] {
  const closed = results.filter((unit) => !isOpen(unit));
  const acted = closed.some(({ facts }) => facts?.ending !== undefined);
  const { preferences, choices } = bias(closed);
  const sheets = acted
    ? [
        ...[reading(results, preferences), fateSheet(closed), endingSheet(results, closed)],
        ...[graspRules(closed), arms(closed), control(closed)],
      ]
    : [];
  return [...sheets, preferences, choices].filter(({ rows }) => rows.length > 0);
}

/** What became of the first choice; nothing where no world ran on to tell. */
function fateSheet(closed: readonly UnitResult[]): Sheet {
  const known = closed.filter(({ facts }) => facts?.firstChoice !== undefined);
  const rows = choiceFates.map((fate) => {
    const units = known.filter(({ facts }) => facts?.firstChoice === fate);
    const officially = units.filter(({ facts }) => facts?.success === 1).length;
    return [fate.replaceAll('_', ' '), units.length, share(units, known), officially];
  });
  return {
    name: 'first choices',
    about:
      'What became of the first block that was pinched and lifted, beside how often the official rule saw a success.',
    columns: ['first choice', 'episodes', 'share', 'official successes'],
    rows: known.length > 0 ? rows : [],
  };
}

function endingSheet(results: readonly UnitResult[], closed: readonly UnitResult[]): Sheet {
  const row = (name: string, units: readonly UnitResult[]) => [name, units.length, share(units, closed)];
  const graspedInVain = closed.filter(({ facts }) => facts?.grasped === 1 && facts.success !== 1);
  const another = graspedInVain.filter(({ facts }) => facts?.chosen !== facts?.gold);
  const late = closed.filter(({ facts }) => facts?.success === 1 && Number(facts?.placedWrongly) > 0);
  return {
    name: 'endings',
    about: `Of ${graspedInVain.length} failed episodes with a grasp by the official rule, ${another.length} went for a wrong block; the others had the right one and did not place it.`,
    columns: ['ending', 'episodes', 'share'],
    rows: [
      ...endings.map((ending) =>
        row(
          ending.replaceAll('_', ' '),
          closed.filter(({ facts }) => facts?.ending === ending),
        ),
      ),
      ...(late.length > 0 ? [row('(success, but after placing a wrong block)', late)] : []),
      ...(results.length > closed.length ? [['(left open by errors)', results.length - closed.length, null]] : []),
    ],
  };
}

function graspRules(closed: readonly UnitResult[]): Sheet {
  const kinds: [name: string, grasped: number, pinched: number][] = [
    ['both', 1, 1],
    ['official rule only', 1, 0],
    ['pinch only', 0, 1],
    ['neither', 0, 0],
  ];
  return {
    name: 'grasp rules',
    about:
      'Official only is mostly a block pushed by a shut gripper; pinch only, one held by a gripper that was never told to close. A success with neither was pushed into the zone.',
    columns: ['grasp seen by', 'episodes', 'share', 'successes'],
    rows: kinds.map(([name, grasped, pinched]) => {
      const units = closed.filter(({ facts }) => facts?.grasped === grasped && facts.pinched === pinched);
      return [name, units.length, share(units, closed), units.filter(({ facts }) => facts?.success === 1).length];
    }),
  };
}

function arms(closed: readonly UnitResult[]): Sheet {
  const used = closed.filter(({ facts }) => facts?.arm !== undefined);
  const byArm = [...Map.groupBy(used, ({ facts }) => String(facts?.arm))].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: 'arms',
    about: 'Which arm went for the chosen block.',
    columns: ['arm', 'episodes', 'share', 'right block', 'successes'],
    rows: byArm.map(([arm, units]) => [
      arm,
      units.length,
      share(units, used),
      units.filter(({ facts }) => facts?.chosen === facts?.gold).length,
      units.filter(({ facts }) => facts?.success === 1).length,
    ]),
  };
}

/** Physics steps in a second of the world. */
const STEPS = 250;

function control(closed: readonly UnitResult[]): Sheet {
  const sum = (fact: 'actions' | 'steps') => closed.reduce((total, { facts }) => total + Number(facts?.[fact] ?? 0), 0);
  const [commands, seconds] = [sum('actions'), sum('steps') / STEPS];
  const rows: Sheet['rows'] = [
    ['commands per episode', commands / closed.length],
    ['seconds of the world per episode', seconds / closed.length],
    ['commands per second of the world', seconds > 0 ? commands / seconds : null],
  ];
  return {
    name: 'control',
    about: 'How often the robot was told something new.',
    columns: ['what', 'mean'],
    rows: commands > 0 ? rows : [],
  };
}

function share(part: readonly UnitResult[], whole: readonly UnitResult[]): number | null {
  return whole.length === 0 ? null : part.length / whole.length;
}
