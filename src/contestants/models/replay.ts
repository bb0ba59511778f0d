import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Model, ProviderError, type Reply } from '../../contracts/index.ts';
import { readEvents, readRunFile, runPaths } from '../../store/index.ts';

/** Answers with what a model said in an earlier run: the same question under another protocol costs nothing. */
export async function openReplay(folder: string): Promise<Model> {
  const { spec } = readRunFile(folder);
  const replies = new Map<string, Reply>();
  const content = createHash('sha256');
  for await (const read of readEvents(runPaths(folder).events)) {
    if ('event' in read && read.event.event === 'attempt' && read.event.final && read.event.reply) {
      // What was said, not what was done.
      const { episode: _, film: __, acting: ___, ...reply } = read.event.reply;
      replies.set(`${read.event.epoch}:${read.event.unit}`, reply);
      content.update(read.line.text);
    }
  }
  return {
    id: `replay/${basename(folder)}`,
    capabilities: { maxImages: Number.POSITIVE_INFINITY, video: true, coordinates: null, peeks: 'nothing' },
    // The answers themselves: two folders of the same name are two models.
    settings: { model: spec.model.id, protocol: spec.protocolHash, answers: content.digest('hex') },
    async answer({ unit }) {
      const reply = replies.get(`${unit.epoch}:${unit.id}`);
      if (reply) return reply;
      throw new ProviderError('rejected', `${folder} has no answer for ${unit.id}`);
    },
  };
}
