import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Specifier } from './specifiers.ts';

/** A file of a room: `stats/wilson.ts` is below src/, `web/shell/main.tsx` beside it. */
export interface SourceFile {
  path: string;
  imports: readonly Specifier[];
}

/** imports.json: room to the rooms it may import. */
export type Allowed = Readonly<Record<string, readonly string[]>>;

export interface Violation {
  path: string;
  line: number;
  wrong: string;
  allowed: string;
}

/** These run in the browser, too. */
const browserRooms = ['util', 'contracts', 'extract', 'stats'];
const serverPackages = ['sharp', 'undici'];

/** Test code may reach anywhere, and nobody but test code may reach it. */
function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.split('/').slice(0, -1).includes('testing');
}

/**
 * Every import that the architecture forbids.
 * @example violations([{ path: 'stats/a.ts', imports: [{ text: '../engine/index.ts', line: 1 }] }], { stats: ['contracts'], engine: [] })
 */
export function violations(files: readonly SourceFile[], allowed: Allowed): Violation[] {
  return files.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const own = room === undefined ? undefined : allowed[room];
    if (room === undefined || own === undefined) {
      const wrong = room === undefined ? 'belongs to no room' : `room "${room}" is missing from imports.json`;
      return [{ path, line: 1, wrong, allowed: `rooms are ${list(Object.keys(allowed))}` }];
    }
    if (isTest(path)) return [];
    return imports.flatMap(({ text, line }) => {
      const problem = text.startsWith('.') ? fileProblem(path, targetOf(path, text), own) : packageProblem(room, text);
      return problem === undefined ? [] : [{ path, line, ...problem }];
    });
  });
}

/** What imports.json allows and no file needs: the list says what is used and no more. */
export function unused(files: readonly SourceFile[], allowed: Allowed): string[] {
  const used = new Set(
    files
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, imports }) => imports.map(({ text }) => `${roomOf(path)} ${roomOf(targetOf(path, text))}`)),
  );
  return Object.entries(allowed).flatMap(([room, others]) =>
    others.filter((other) => !used.has(`${room} ${other}`)).map((other) => `${room} does not import ${other}`),
  );
}

/** Where an import leads to, by its path from src/. */
function targetOf(from: string, text: string): string {
  const to = posix.join(posix.dirname(from), text);
  return roomOf(from) === 'web' && to.startsWith('src/') ? to.slice('src/'.length) : to;
}

type Problem = Pick<Violation, 'wrong' | 'allowed'> | undefined;

function fileProblem(from: string, to: string, allowed: readonly string[]): Problem {
  const [room = '', target = ''] = [roomOf(from), roomOf(to)];
  if (isTest(to)) return { wrong: `imports test code, ${to}`, allowed: 'only tests import test code' };
  if (to.startsWith('../')) {
    return to.endsWith('.json')
      ? undefined
      : { wrong: `leaves src/ for ${to}`, allowed: 'only JSON files outside src/' };
  }
  if (target !== room && !allowed.includes(target)) {
    return { wrong: `${room} imports ${target}`, allowed: `${room} may import ${list(allowed)}` };
  }
  // `pure.ts` is the part of a room that needs no Node.
  const doors = [`${target}/index.ts`, `${target}/pure.ts`];
  if (target !== room && !doors.includes(to) && !to.endsWith('.json')) {
    return {
      wrong: `reaches into ${target}: ${to}`,
      allowed: `other rooms are imported through ${doors.join(' or ')}`,
    };
  }
  return room === 'benchmarks' && target === room ? benchmarkProblem(from, to) : undefined;
}

/** Benchmarks do not know each other; only their registry knows them all. */
function benchmarkProblem(from: string, to: string): Problem {
  const registry = 'benchmarks/index.ts';
  const doors = [registry, 'benchmarks/pure.ts'];
  const [mine, other] = [benchmarkOf(from), benchmarkOf(to)];
  if (doors.includes(from) || mine === other || (other === undefined && !doors.includes(to))) return undefined;
  return {
    wrong: `${mine ?? from} imports ${other === undefined ? 'the registry' : `benchmark ${other}`}`,
    allowed: `only ${registry} imports benchmarks`,
  };
}

function packageProblem(room: string, name: string): Problem {
  const server = isBuiltin(name) || serverPackages.some((each) => name === each || name.startsWith(`${each}/`));
  if (!server || !browserRooms.includes(room)) return undefined;
  return {
    wrong: `${room} imports ${name}`,
    allowed: `${list(browserRooms)} run in the browser: no Node, sharp, undici`,
  };
}

/** What users import by name: it stands before all rooms, and nobody in them may import it. */
const publicEntries = ['index.ts', 'robot.ts', 'index.test.ts', 'robot.test.ts'];

function roomOf(path: string): string | undefined {
  if (path.includes('/')) return path.split('/')[0];
  return publicEntries.includes(path) ? 'public' : undefined;
}

/** What benchmarks with options or numbers have in common, and those that ask for points: folders, and no benchmarks. */
const shared = ['qa', 'pointing'];

/** `mmsi` of `benchmarks/mmsi/load.ts`; nothing for what stands beside the benchmarks' folders. */
function benchmarkOf(path: string): string | undefined {
  const [, folder, file] = path.split('/');
  return file === undefined || (folder !== undefined && shared.includes(folder)) ? undefined : folder;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'no other room' : names.join(', ');
}
