import { createHash } from 'node:crypto';
import { type Behaviour, type SeenRequest, startBadServer } from '../../contestants/models/testing/bad-server.ts';

/** What was shown, told apart by picture and words: the units of a benchmark differ in one or the other. */
export function askedKey(sha256OfPictures: string[], text: string): string {
  return `${sha256OfPictures.join(' ')} ${text}`;
}

/** A loopback server that knows which unit it is asked for. */
export async function startUnitServer(choose: (key: string, earlier: number) => Behaviour) {
  const asked: string[] = [];
  const server = await startBadServer((request) => {
    const key = keyOf(request);
    const earlier = asked.filter((other) => other === key).length;
    asked.push(key);
    return choose(key, earlier);
  });
  return { ...server, asked, env: { OPENAI_BASE_URL: server.url } };
}

function keyOf({ body, prompt }: SeenRequest): string {
  const pictures = [...body.matchAll(/"data:image\/[a-z]+;base64,([^"]+)"/g)].map(([, data = '']) =>
    createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex'),
  );
  return askedKey(pictures, prompt);
}
