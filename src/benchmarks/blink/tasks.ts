/** The fourteen subtasks: how many questions of `val` each has, and how many options these have. */
export const tasks: Readonly<Record<string, { questions: number; options: number }>> = {
  Art_Style: { questions: 117, options: 2 },
  Counting: { questions: 120, options: 4 },
  Forensic_Detection: { questions: 132, options: 4 },
  Functional_Correspondence: { questions: 130, options: 4 },
  IQ_Test: { questions: 150, options: 4 },
  Jigsaw: { questions: 150, options: 2 },
  'Multi-view_Reasoning': { questions: 133, options: 2 },
  Object_Localization: { questions: 122, options: 2 },
  Relative_Depth: { questions: 124, options: 2 },
  Relative_Reflectance: { questions: 134, options: 3 },
  Semantic_Correspondence: { questions: 139, options: 4 },
  Spatial_Relation: { questions: 143, options: 2 },
  Visual_Correspondence: { questions: 172, options: 4 },
  Visual_Similarity: { questions: 135, options: 2 },
};

/** How many there are together. */
export const QUESTIONS = Object.values(tasks).reduce((sum, { questions }) => sum + questions, 0);

/** Spellings differ in blanks and underscores; the task is the same. */
export function taskOf(label: string): string | undefined {
  const plain = label.replaceAll(' ', '_').replace(/_concat$/, '');
  return Object.keys(tasks).find((task) => task === plain);
}
