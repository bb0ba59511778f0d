import { plural } from '../../util/index.ts';

interface Marked {
  id: string;
  /** The prompt, with a mark where each picture or clip belongs. */
  text: string;
  media: readonly unknown[];
}

/** Questions whose marks and pictures are not equally many: most harnesses leave out what has no partner, and so do we, but not silently. */
export function unevenMarks(questions: readonly Marked[]): string[] {
  const uneven = (isUneven: (marks: number, media: number) => boolean) =>
    questions.filter(({ text, media }) => isUneven((text.match(/<image>|<video>/g) ?? []).length, media.length));
  const told = (found: readonly Marked[], what: string) =>
    found.length === 0 ? [] : [`${plural(found.length, 'question')} with ${what} (first: ${found[0]?.id})`];
  return [
    ...told(
      uneven((marks, media) => marks < media),
      'more pictures than marks in the text: most protocols do not show those left over',
    ),
    ...told(
      uneven((marks, media) => marks > media),
      'more marks in the text than pictures: those left over mark nothing',
    ),
  ];
}
