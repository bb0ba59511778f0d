import { describe, expect, test } from 'vitest';
import type { MediaRef, Protocol } from '../../contracts/index.ts';
import { composePrompt, fill } from './prompt.ts';

test('fields are filled in, everything else stays byte for byte', () => {
  expect(fill('{question} {suffix}', { question: 'Where is {x}?', suffix: '$& $1' })).toBe('Where is {x}? $& $1');
  expect(fill('For example:\n[{"point_2d": [x, y]}] {}', {})).toBe('For example:\n[{"point_2d": [x, y]}] {}');
  expect(fill('{n} steps', { n: 3 })).toBe('3 steps');
});

test('a field that the sample lacks is an error, not an empty string', () => {
  expect(() => fill('{question}', {})).toThrow('needs the field question');
});

describe('composePrompt', () => {
  const picture = (name: string): MediaRef => ({ sha256: name, type: 'image/png', bytes: 1 });
  const sample = { id: '1', cluster: 'c', groups: {}, media: [picture('a'), picture('b')] };
  const protocol = (prompt: Protocol['prompt']): Protocol => ({
    id: 'x/y',
    about: '',
    decoding: {},
    extractor: '',
    scorer: '',
    aggregate: '',
    askAgain: 0,
    prompt,
  });

  test('shows all pictures in order, between the texts', () => {
    expect(composePrompt(protocol([{ text: '{q}' }, { media: 'all' }, { text: '!' }]), sample, { q: 'Why?' })).toEqual([
      { text: 'Why?' },
      { media: picture('a') },
      { media: picture('b') },
      { text: '!' },
    ]);
  });

  test('says of each picture how closely to look at it, where the protocol does', () => {
    expect(composePrompt(protocol([{ media: 'all', detail: 'high' }]), sample, {})).toEqual([
      { media: picture('a'), detail: 'high' },
      { media: picture('b'), detail: 'high' },
    ]);
  });

  test('puts a label before each picture, counting from 1', () => {
    const parts = composePrompt(protocol([{ media: 'all', label: '{q} {number}: ' }]), sample, { q: 'View' });
    expect(parts).toEqual([
      { text: 'View 1: ' },
      { media: picture('a') },
      { text: 'View 2: ' },
      { media: picture('b') },
    ]);
  });

  test('cuts an interleaved text at its marks: pieces stripped, empty ones left out, media in order', () => {
    const at = (q: string) => composePrompt(protocol([{ interleaved: '{q}\nWhy?' }]), sample, { q });
    expect(at('One: <image> two: <image>')).toEqual([
      { text: 'One:' },
      { media: picture('a') },
      { text: 'two:' },
      { media: picture('b') },
      { text: 'Why?' },
    ]);
    expect(at('<video><image>')).toEqual([{ media: picture('a') }, { media: picture('b') }, { text: 'Why?' }]);
    // More marks than media, and more media than marks: as in both harnesses.
    expect(at('<image><image><image>')).toEqual([{ media: picture('a') }, { media: picture('b') }, { text: 'Why?' }]);
    expect(at('none')).toEqual([{ text: 'none\nWhy?' }]);
  });

  test('shows every picture where it goes along the media', () => {
    const at = (q: string) => composePrompt(protocol([{ interleaved: '{q}\nWhy?', along: 'media' }]), sample, { q });
    const [a, b] = [{ media: picture('a') }, { media: picture('b') }];
    expect(at('One: <image> two: <image>')).toEqual([{ text: 'One:' }, a, { text: 'two:' }, b, { text: 'Why?' }]);
    expect(at('One: <image> two')).toEqual([{ text: 'One:' }, a, b, { text: 'two\nWhy?' }]);
    expect(at('One <image> two <image> lost <image> three')).toEqual([
      { text: 'One' },
      a,
      { text: 'two' },
      b,
      { text: 'three\nWhy?' },
    ]);
    expect(at('none')).toEqual([a, b, { text: 'none\nWhy?' }]);
  });

  test('fills {instruction} by the kind of question, and never leaves it empty', () => {
    const asked = { ...protocol([{ text: '{q} {instruction}' }]), instructions: { number: 'In {unit}.' } };
    expect(composePrompt(asked, sample, { q: 'How far?', kind: 'number', unit: 'metres' })[0]).toEqual({
      text: 'How far? In metres.',
    });
    for (const kind of ['choice', 'toString'])
      expect(() => composePrompt(asked, sample, { q: '', kind })).toThrow('no instruction');
  });
});
