import { z } from 'zod';

/** What a person is asked on the page of a survey. Nothing in it tells which answer is right. */
export const AskedQuestion = z.object({
  /** Which of the survey's benchmarks it belongs to. */
  of: z.number().int().nonnegative(),
  unit: z.string(),
  question: z.string(),
  /** Letter to option; absent where a point in the picture is asked for. */
  choices: z.record(z.string(), z.string()).exactOptional(),
  /** Files beside the page. */
  pictures: z.array(z.string()),
  clips: z.array(z.string()),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** Which questions these are: enough to find them again, and to see that they are the same. */
const AskedBenchmark = z.object({
  /** As `run` takes it: `synth-point:count=200,seed=7`. */
  name: z.string().max(500),
  title: z.string(),
  data: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of the pictures, where they are somebody else's. */
  licence: z.string().exactOptional(),
});

export const Questionnaire = z.object({
  format: z.literal('sextant-survey-1'),
  benchmarks: z.array(AskedBenchmark),
  questions: z.array(AskedQuestion),
});
export type Questionnaire = z.infer<typeof Questionnaire>;

/** A name that is safe in tables, file names and on pages. */
const Name = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u, 'a name of at most 40 letters, digits, spaces, . _ -');

/** What a person answered: the page writes it, `import` reads it. */
export const QuestionnaireAnswers = z.object({
  format: z.literal('sextant-survey-answers-1'),
  name: Name,
  benchmarks: z.array(AskedBenchmark.pick({ name: true, data: true })).max(20),
  answers: z
    .array(
      z.object({
        of: z.number().int().nonnegative(),
        unit: z.string().max(500),
        /** A letter or a point, as `auto/exact` reads it; null: the person says that it cannot be answered. */
        text: z.string().max(100).nullable(),
        /** From when all of it could be seen. */
        ms: z.number().nonnegative().max(864e5),
      }),
    )
    .max(10_000),
});
export type QuestionnaireAnswers = z.infer<typeof QuestionnaireAnswers>;
