/** A network that comes with Sextant; docs/references.md says how it was trained and what it reaches. */
interface Reference {
  id: string;
  about: string;
  /** What it can do: who acts is a policy, all others are models. */
  ability: 'point' | 'act';
  /** Takes too long for a tour. */
  isSlow?: true;
  /** Its manifest lies beside it. */
  file: URL;
}

/** All of them: everything that offers reference networks reads this list. */
export const references: readonly Reference[] = [
  {
    id: 'reference/point',
    about: 'a small network that looks, reads and points',
    ability: 'point',
    file: new URL('../../../reference/point.onnx', import.meta.url),
  },
  {
    id: 'reference/pick',
    about: 'a small network that looks, reads and points at a block; hands fetch what is there',
    ability: 'act',
    file: new URL('../../../reference/pick.onnx', import.meta.url),
  },
  {
    id: 'reference/act',
    about: 'a small network that looks, reads and moves both arms, at tables of four blocks',
    ability: 'act',
    isSlow: true,
    file: new URL('../../../reference/act.onnx', import.meta.url),
  },
];

export const referenceModels = references.filter(({ ability }) => ability !== 'act');
export const referencePolicies = references.filter(({ ability }) => ability === 'act');

/** Whether an id is the path of a network. */
export function isOnnxPath(id: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:[/\\])/i.test(id) && id.endsWith('.onnx');
}
