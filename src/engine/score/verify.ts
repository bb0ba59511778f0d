import { describeError } from '../../contracts/index.ts';
import { inSmallHeap } from '../../host/index.ts';
import { Blobs, readEvents, readRunFile, runPaths } from '../../store/index.ts';
import { PackedTexts } from '../../util/index.ts';
import { hashOf } from '../run/hash.ts';

/** Questions about a picture mostly stand together: whoever remembers these many checks few of them again. */
const MOST_SEEN = 4096;

/** What is wrong with a run folder beyond what scoring notices: a changed recipe, pictures that are gone or altered. */
export function verifyRun(folder: string): Promise<string[]> {
  return inSmallHeap(() => problemsOf(folder));
}

async function problemsOf(folder: string): Promise<string[]> {
  const problems: string[] = [];
  const { spec } = readRunFile(folder);
  if (hashOf(spec.protocol) !== spec.protocolHash) {
    problems.push(`${runPaths(folder).run}: the protocol was changed after the run (its hash no longer fits)`);
  }
  const blobs = new Blobs(folder);
  const seen = new PackedTexts();
  for await (const read of readEvents(runPaths(folder).events)) {
    if (!('event' in read) || read.event.event !== 'prompt') continue;
    for (const part of read.event.prompt.parts) {
      if (!('media' in part) || !part.kept || seen.find(part.media.sha256) !== undefined) continue;
      if (seen.size === MOST_SEEN) seen.clear();
      seen.add(part.media.sha256);
      await blobs.get(part.media.sha256).catch((error: unknown) => problems.push(describeError(error)));
    }
  }
  return [...new Set(problems)];
}
