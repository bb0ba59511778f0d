import type { Sheet, UnitResult } from '../../contracts/index.ts';

const rows = ['top', 'middle', 'bottom'];
const columns = ['left', 'centre', 'right'];

/** Where in the picture the first point of an answer lies, in thirds of the sides, and how often it is right there. */
export function hitMap(results: readonly UnitResult[]): Sheet {
  const placed = results.flatMap((unit) => {
    const cell = cellOf(unit);
    return cell === undefined ? [] : [{ cell, score: unit.score ?? 0 }];
  });
  const cells = Map.groupBy(placed, ({ cell }) => cell);
  const names = [...rows.flatMap((row) => columns.map((column) => `${row} ${column}`)), 'outside the picture'];
  return {
    name: 'hit map',
    about: 'Where the first point of each answer lies, and the mean score of the answers that begin there.',
    columns: ['where', 'answers', '% of all', 'mean score %'],
    rows: placed.length === 0 ? [] : names.map((name) => row(name, cells.get(name) ?? [], placed.length)),
  };
}

function row(name: string, units: readonly { score: number }[], all: number): Sheet['rows'][number] {
  const total = units.reduce((sum, { score }) => sum + score, 0);
  return [name, units.length, tenth(units.length / all), units.length > 0 ? tenth(total / units.length) : null];
}

function cellOf({ facts }: UnitResult): string | undefined {
  const { x, y } = facts ?? {};
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  const [row, column] = [rows[third(y)], columns[third(x)]];
  return row === undefined || column === undefined ? 'outside the picture' : `${row} ${column}`;
}

/** 0, 1 or 2; another number outside. */
function third(fraction: number): number {
  return Math.floor(fraction * 3);
}

function tenth(fraction: number): number {
  return Math.round(fraction * 1000) / 10;
}
