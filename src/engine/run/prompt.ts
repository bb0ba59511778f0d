import {
  type Detail,
  type Fields,
  type MediaRef,
  type Protocol,
  type Sample,
  SextantError,
} from '../../contracts/index.ts';

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
export function composePrompt(protocol: Protocol, sample: Sample, fields: Fields): PromptPart[] {
  return protocol.prompt.flatMap((part): PromptPart[] => {
    if ('text' in part) return [{ text: fill(part.text, fields) }];
    const { label, detail } = part;
    return sample.media.flatMap((media, index) => {
      const shown = { media, ...(detail && { detail }) };
      return label === undefined ? [shown] : [{ text: fill(label, { ...fields, number: index + 1 }) }, shown];
    });
  });
}
