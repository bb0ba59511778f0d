import type { Dataset, Sheet } from '../../contracts/index.ts';
import { naturalOrder } from '../../stats/index.ts';
import type { MmsiSample } from './sample.ts';

type Counts = Readonly<Record<string, number>>;

/** Who counted the published 1000 questions. The authors' card says no more than that they are 1000. */
const card = 'authors: the card';
const repositories = 'third parties: two repositories, alike';
const audit = 'third party: one audit of the files';
const labels = 'third party; the paper divides otherwise: 605, 262, 133';

const types: Counts = {
  'Positional Relationship (Cam.–Cam.)': 93,
  'Positional Relationship (Cam.–Obj.)': 86,
  'Positional Relationship (Cam.–Reg.)': 83,
  'Positional Relationship (Obj.–Obj.)': 94,
  'Positional Relationship (Obj.–Reg.)': 85,
  'Positional Relationship (Reg.–Reg.)': 81,
  'Attribute (Meas.)': 64,
  'Attribute (Appr.)': 66,
  'Motion (Cam.)': 74,
  'Motion (Obj.)': 76,
  MSR: 198,
};
const images: Counts = { '2': 810, '3': 58, '4': 40, '5': 19, '6': 38, '7': 15, '8': 15, '9': 2, '10': 3 };
const answers: Counts = { A: 265, B: 250, C: 255, D: 230 };
const difficulties: Counts = { easy: 334, medium: 333, hard: 333 };

/** Types, pictures per question, answers and difficulty of the files at hand, beside what others counted, and who. */
export async function statistics(dataset: Dataset<MmsiSample>): Promise<Sheet[]> {
  const found = {
    type: new KeyCounts(),
    images: new KeyCounts(),
    answer: new KeyCounts(),
    difficulty: new KeyCounts(),
  };
  const pictures = new Set<string>();
  let [questions, shown] = [0, 0];
  for (const index of dataset.ids.keys()) {
    const sample = await dataset.sample(index);
    // Rotations are the same questions again.
    if (sample.id !== sample.original) continue;
    questions += 1;
    shown += sample.media.length;
    for (const { sha256 } of sample.media) pictures.add(sha256);
    found.type.add(sample.groups.category);
    found.images.add(sample.groups.images);
    found.answer.add(sample.answer);
    found.difficulty.add(sample.difficulty);
  }
  const mean = questions === 0 ? 0 : Math.round((100 * shown) / questions) / 100;
  return [
    sheet('size', 'Questions and pictures.', [
      ['questions', questions, 1000, card],
      ['different pictures', pictures.size, 1990, audit],
      ['pictures per question', mean, 2.55, audit],
    ]),
    counts('question types', 'Questions of each type.', found.type, [types, repositories]),
    counts('pictures per question', 'Questions with so many pictures.', found.images, [images, audit]),
    counts('answers', 'How often each letter is right.', found.answer, [answers, audit]),
    // Not every form of the data has it.
    ...(found.difficulty.size > 0
      ? [counts('difficulty', 'Questions of each difficulty.', found.difficulty, [difficulties, labels])]
      : []),
  ];
}

class KeyCounts extends Map<string, number> {
  add(key: string | undefined): void {
    if (key !== undefined) this.set(key, (this.get(key) ?? 0) + 1);
  }
}

function counts(name: string, about: string, found: KeyCounts, [counted, by]: [Counts, string]): Sheet {
  const keys = [...new Set([...Object.keys(counted), ...found.keys()])].sort(naturalOrder);
  return sheet(
    name,
    about,
    keys.map((key) => [key, found.get(key) ?? 0, counted[key] ?? 0, by]),
  );
}

function sheet(name: string, about: string, rows: [key: string, here: number, counted: number, by: string][]): Sheet {
  return {
    name,
    about,
    columns: [name, 'here', 'elsewhere', 'differs', 'counted by'],
    rows: rows.map(([key, here, counted, by]) => [key, here, counted, here === counted ? '' : 'yes', by]),
  };
}
