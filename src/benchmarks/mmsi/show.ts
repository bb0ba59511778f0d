import type { ShownSample } from '../../contracts/index.ts';
import type { MmsiSample } from './sample.ts';

/** Where the options cannot be read, their letters are still known. */
export function choicesOf({ choices }: MmsiSample): Record<string, string> {
  return Object.keys(choices).length > 0 ? choices : { A: '', B: '', C: '', D: '' };
}

export function show(sample: MmsiSample): ShownSample {
  const { question, stem, media, thought, hint, difficulty, duration } = sample;
  const annotations: Record<string, string | undefined> = {
    'Annotated reasoning': thought,
    Hint: hint,
    Difficulty: difficulty,
    'Time people took (mean, normalised)': duration === undefined ? undefined : `${duration.toFixed(1)} s`,
  };
  return {
    question: stem,
    listed: question,
    choices: choicesOf(sample),
    pictures: media,
    annotations: Object.entries(annotations).flatMap(([name, text = '']) =>
      text.trim() === '' ? [] : [{ name, text }],
    ),
  };
}
