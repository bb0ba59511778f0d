import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';
import { views } from './views.ts';

/** One question about one view of a clip. Texts are as published; only `choices` is our reading of `options`. */
export const DsiSample = Sample.extend({
  view: z.enum(views),
  /** Number of the category, `cate`. */
  category: z.number().int().nonnegative(),
  /** `relative_path`, below `videos/<view>/`. */
  path: z.string(),
  question: z.string(),
  options: z.string(),
  choices: z.record(z.string(), z.string()),
  /** `GT` */
  answer: z.string(),
  /** `video_type` and `others`, where they are not empty; nobody knows what they mean. */
  videoType: z.string().exactOptional(),
  others: z.string().exactOptional(),
});
export type DsiSample = z.infer<typeof DsiSample>;
