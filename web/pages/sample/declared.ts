import { z } from 'zod';
import { type Benchmark, MediaRef, type Sample } from '../../../src/contracts/index.ts';

/** What a sample has to show. It decides what is drawn; nobody asks which benchmark it is of. */
export interface Declared {
  question: string;
  /** Letter to option, in order. */
  choices?: Record<string, string>;
  /** The picture's size, and which of its pixels are right. */
  target?: { size: { width: number; height: number }; mask: MediaRef };
  pictures: MediaRef[];
  clips: MediaRef[];
  /** What people said about the question: shown on demand only. */
  annotations: { name: string; text: string }[];
}

const Size = z.object({ width: z.number().positive(), height: z.number().positive() });
const Choices = z.record(z.string(), z.string());

/** Where a question stands, the best first: without its options where they are shown apart. */
const questionFields = ['stem', 'question', 'prompt', 'instruction'];

const annotationFields: Readonly<Record<string, string>> = {
  thought: 'Annotated reasoning',
  hint: 'Hint',
  difficulty: 'Difficulty',
  duration: 'Time people took (mean, normalised)',
};

export function declaredBy(sample: Sample, benchmark: Benchmark | undefined): Declared {
  const space = spaceOf(sample, benchmark);
  const mask = MediaRef.safeParse(sample.mask);
  const isClip = ({ type }: MediaRef) => type.startsWith('video/');
  return {
    question: questionFields.map((field) => sample[field]).find((value) => typeof value === 'string') ?? '',
    ...(space.choices && Object.keys(space.choices).length > 0 ? { choices: space.choices } : {}),
    ...(space.size && mask.success ? { target: { size: space.size, mask: mask.data } } : {}),
    pictures: sample.media.filter((ref) => !isClip(ref)),
    clips: sample.media.filter(isClip),
    annotations: Object.entries(annotationFields).flatMap(([field, name]) => {
      const value = sample[field];
      if (typeof value === 'number')
        return [{ name, text: field === 'duration' ? `${value.toFixed(1)} s` : `${value}` }];
      return typeof value === 'string' && value.trim() !== '' ? [{ name, text: value }] : [];
    }),
  };
}

/** What may be answered: the benchmark knows; where it is unknown, the usual fields tell. */
function spaceOf(sample: Sample, benchmark: Benchmark | undefined) {
  const known = benchmark?.schema.safeParse(sample);
  if (benchmark && known?.success) return benchmark.space(known.data);
  const choices = Choices.safeParse(sample.choices ?? sample.options);
  const size = Size.safeParse(sample.size);
  return { ...(choices.success ? { choices: choices.data } : {}), ...(size.success ? { size: size.data } : {}) };
}
