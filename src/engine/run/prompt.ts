import {
  type Detail,
  type Fields,
  type MediaRef,
  type Protocol,
  type Sample,
  SextantError,
  type StoredPrompt,
} from '../../contracts/index.ts';
import { pythonStrip } from '../../extract/index.ts';

/**
 * Puts a sample's fields into a protocol's text. Only `{name}` is a field: JSON examples in prompts stay as they are.
 * @example fill('{question}\nAnswer.', { question: 'Where?' }) // 'Where?\nAnswer.'
 * @internal exported for its test
 */
export function fill(template: string, fields: Fields): string {
  return template.replaceAll(/\{([a-z][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined || value === null) {
      throw new SextantError('bad_data', `the prompt needs the field ${name}, which the sample does not have`);
    }
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

type PromptPart = { text: string } | { media: MediaRef; detail?: Detail };

/** The prompt of a sample: texts filled in, media by reference, in the protocol's order. */
export function composePrompt(protocol: Protocol, sample: Sample, ownFields: Fields): PromptPart[] {
  const fields = withInstruction(protocol, ownFields);
  return protocol.prompt.flatMap((part): PromptPart[] => {
    if ('text' in part) return [{ text: fill(part.text, fields) }];
    if ('interleaved' in part) {
      const along = part.along === 'media' ? alongMedia : alongMarks;
      return along(fill(part.interleaved, fields), sample.media);
    }
    const { label, detail } = part;
    return sample.media.flatMap((media, index) => {
      const shown = { media, ...(detail && { detail }) };
      return label === undefined ? [shown] : [{ text: fill(label, { ...fields, number: index + 1 }) }, shown];
    });
  });
}

/**
 * Whether a stored prompt is what the recipe makes of the question. A clip may have been shown as frames, which nobody can tell
 * without decoding it; imported answers do not say what stood before the question.
 */
export function isPromptOf(prompt: StoredPrompt, protocol: Protocol, sample: Sample, fields: Fields): boolean {
  const [shown, due] = [outline(prompt.parts), outline(composePrompt(protocol, sample, fields))];
  const isDue = (media: readonly MediaRef[], i: number) => {
    const expected = due.media[i] ?? [];
    return expected.some(({ type }) => type.startsWith('video/')) || namesOf(media) === namesOf(expected);
  };
  return (
    (prompt.system ?? protocol.system) === protocol.system &&
    JSON.stringify(shown.texts) === JSON.stringify(due.texts) &&
    shown.media.every(isDue)
  );
}

/** Texts, and what is shown before each of them and after the last. */
function outline(parts: readonly ({ text: string } | { media: MediaRef })[]) {
  const texts: string[] = [];
  const media: MediaRef[][] = [[]];
  for (const part of parts) {
    if ('media' in part) media.at(-1)?.push(part.media);
    else {
      texts.push(part.text);
      media.push([]);
    }
  }
  return { texts, media };
}

function namesOf(media: readonly MediaRef[]): string {
  return media.map(({ sha256 }) => sha256).join();
}

function withInstruction({ id, instructions }: Protocol, fields: Fields): Fields {
  if (instructions === undefined) return fields;
  const { kind } = fields;
  const template = typeof kind === 'string' && Object.hasOwn(instructions, kind) ? instructions[kind] : undefined;
  if (template !== undefined) return { ...fields, instruction: fill(template, fields) };
  throw new SextantError('bad_data', `${id} has no instruction for questions of the kind ${JSON.stringify(kind)}`, {
    fix: `kinds it knows: ${Object.keys(instructions).join(', ')}`,
  });
}

/** Pieces of a text with a picture or clip after each mark, as VLMEvalKit and lmms-eval do it. */
function alongMarks(text: string, media: readonly MediaRef[]): PromptPart[] {
  const pieces = text.split(/<image>|<video>/);
  return pieces.flatMap((piece, i) => said(piece, i < pieces.length - 1 ? media[i] : undefined));
}

/** The piece before its mark and the picture or clip, for each of the media, and the last piece, as lmms-eval does it for SITE-Bench. */
function alongMedia(text: string, media: readonly MediaRef[]): PromptPart[] {
  const pieces = text.split(media[0]?.type.startsWith('video/') ? '<video>' : '<image>');
  const last = pieces.pop() ?? '';
  return [...media.flatMap((ref, i) => said(pieces[i] ?? '', ref)), ...said(last)];
}

function said(piece: string, media?: MediaRef): PromptPart[] {
  const text = pythonStrip(piece);
  return [...(text === '' ? [] : [{ text }]), ...(media ? [{ media }] : [])];
}
