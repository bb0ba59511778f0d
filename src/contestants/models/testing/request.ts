import type { Request } from '../../../contracts/index.ts';

const PIXEL = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const CLIP = Uint8Array.of(0, 1, 2, 3, 4);

/** A question with text, a picture, a clip and a character that JSON must escape. */
export function question(changes: Partial<Request> = {}): Request {
  return {
    unit: { id: 'q1', epoch: 0 },
    system: 'Be brief.',
    parts: [{ text: 'Look:' }, picture(), { text: 'Where is the “cup”?\n' }],
    decoding: { temperature: 0, topP: 0.9, maxTokens: 64, seed: 7 },
    ...changes,
  };
}

export function picture() {
  return { media: { sha256: 'a'.repeat(64), type: 'image/png' as const, bytes: PIXEL.length }, data: PIXEL };
}

export function clip() {
  return { media: { sha256: 'b'.repeat(64), type: 'video/mp4' as const, bytes: CLIP.length }, data: CLIP, fps: 2 };
}
