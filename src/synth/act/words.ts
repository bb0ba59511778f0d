/** What the robot is told; `{R}` is the reference. Left and right mean the same to the robot and to its head camera. */
const templates: readonly string[] = [
  'Look at the table from where you stand. Put {R} into the grey zone.',
  'As you see the table, find {R}, pick it up and set it down in the grey zone.',
  'Seen from where you stand: take {R} and bring it to the grey answer zone.',
  'From your own point of view, move {R} onto the grey square.',
  'Carry {R}, as seen from your place at the table, to the grey zone.',
];

export function instruct(reference: string, pick: <T>(list: readonly T[]) => T): string {
  // A function, because dollars in a replacement mean something.
  return pick(templates).replace('{R}', () => reference);
}
