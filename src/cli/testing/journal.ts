import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttemptEvent, RunEvent } from '../../contracts/index.ts';
import { askedKey } from './unit-server.ts';

/** The events of a run folder that can be read. */
export function eventsOf(folder: string): RunEvent[] {
  return readFileSync(join(folder, 'events.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [RunEvent.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

export function attemptsOf(folder: string): AttemptEvent[] {
  return eventsOf(folder).filter((event) => event.event === 'attempt');
}

/** How a server knows each unit of a run. */
export function keysOf(folder: string): Map<string, string> {
  return new Map(
    eventsOf(folder).flatMap((event) => {
      if (event.event !== 'prompt') return [];
      const pictures = event.prompt.parts.flatMap((part) => ('media' in part ? [part.media.sha256] : []));
      const texts = event.prompt.parts.flatMap((part) => ('text' in part ? [part.text] : []));
      return [[event.unit, askedKey(pictures, texts.join('\n'))]];
    }),
  );
}
