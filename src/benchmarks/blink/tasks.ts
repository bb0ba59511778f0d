/** The fourteen subtasks and how many questions of `val` each has. */
export const tasks: Readonly<Record<string, number>> = {
  Art_Style: 117,
  Counting: 120,
  Forensic_Detection: 132,
  Functional_Correspondence: 130,
  IQ_Test: 150,
  Jigsaw: 150,
  'Multi-view_Reasoning': 133,
  Object_Localization: 122,
  Relative_Depth: 124,
  Relative_Reflectance: 134,
  Semantic_Correspondence: 139,
  Spatial_Relation: 143,
  Visual_Correspondence: 172,
  Visual_Similarity: 135,
};

/** How many there are together. */
export const QUESTIONS = Object.values(tasks).reduce((sum, count) => sum + count, 0);

/** Spellings differ in blanks and underscores; the task is the same. */
export function taskOf(label: string): string | undefined {
  const plain = label.replaceAll(' ', '_').replace(/_concat$/, '');
  return Object.keys(tasks).find((task) => task === plain);
}
