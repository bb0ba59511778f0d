/** Networks that come with Sextant; docs/references.md says how they were trained and what they reach. */
export const references: Readonly<Record<string, { about: string; file: URL }>> = {
  'reference/pick': {
    about: 'a small network that looks, reads and points at a block; hands fetch what is there',
    file: new URL('../../../reference/pick.onnx', import.meta.url),
  },
};

/** Whether an id is the path of a network. */
export function isOnnxPath(id: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:[/\\])/i.test(id) && id.endsWith('.onnx');
}
