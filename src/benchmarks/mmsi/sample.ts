import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';

/** A question about several pictures, with four options; in the circular form, one rotation of it. */
export const MmsiSample = Sample.extend({
  /** With its options, as published. Where options come in columns, and in rotations, put together as the authors do. */
  question: z.string(),
  /** Without its options. */
  stem: z.string(),
  /** None where the authors' own rule cannot read them. */
  choices: z.record(z.string(), z.string()),
  answer: z.string(),
  /** The category as the file at hand spells it. */
  label: z.string(),
  /** The id of the published question: another than `id` in rotations. */
  original: z.string(),
  hint: z.string().exactOptional(),
  /** The annotator's reasoning. */
  thought: z.string().exactOptional(),
  difficulty: z.string().exactOptional(),
  /** How long people took, normalised. */
  duration: z.number().exactOptional(),
});
export type MmsiSample = z.infer<typeof MmsiSample>;

/** One of the eleven question types, as each published form of the data spells it. */
interface Category {
  /** In the parquet file on the hub; what we group by. */
  name: string;
  /** In VLMEvalKit's and EASI's tables. */
  easi: string;
  /** In the authors' own table. */
  fork: string;
}

/** In the order in which EASI reports them. */
export const categories: readonly Category[] = [
  { name: 'Positional Relationship (Cam.–Cam.)', easi: 'Pos-Cam-Cam', fork: '位置关系 cam-cam' },
  { name: 'Positional Relationship (Obj.–Obj.)', easi: 'Pos-Obj-Obj', fork: '位置关系 object-object' },
  { name: 'Positional Relationship (Reg.–Reg.)', easi: 'Pos-Reg-Reg', fork: '位置关系 scene-scene' },
  { name: 'Positional Relationship (Cam.–Obj.)', easi: 'Pos-Cam-Obj', fork: '位置关系 cam-object' },
  { name: 'Positional Relationship (Obj.–Reg.)', easi: 'Pos-Obj-Reg', fork: '位置关系 object-scene' },
  { name: 'Positional Relationship (Cam.–Reg.)', easi: 'Pos-Cam-Reg', fork: '位置关系 cam-scene' },
  { name: 'Attribute (Meas.)', easi: 'Attr-Meas', fork: '几何属性 measurement' },
  { name: 'Attribute (Appr.)', easi: 'Attr-Appr', fork: '几何属性 shape' },
  { name: 'Motion (Cam.)', easi: 'Motion-Cam', fork: '运动感知 camera' },
  { name: 'Motion (Obj.)', easi: 'Motion-Obj', fork: '运动感知 object' },
  { name: 'MSR', easi: 'MSR', fork: '多步推理' },
];

const bySpelling = new Map(
  categories.flatMap((category) =>
    [category.name, category.easi, category.fork].map((spelling) => [plain(spelling), category] as const),
  ),
);

/**
 * The type that a label means, in any of its spellings.
 * @example categoryOf('位置关系 cam-cam')?.name // 'Positional Relationship (Cam.–Cam.)'
 */
export function categoryOf(label: string): Category | undefined {
  return bySpelling.get(plain(label));
}

/** The label as VLMEvalKit's and EASI's tables have it. */
export function easiName(label: string): string {
  return categoryOf(label)?.easi ?? label;
}

/** lmms-eval writes a hyphen where the hub has an en dash. */
function plain(label: string): string {
  return label.trim().replaceAll('–', '-');
}
