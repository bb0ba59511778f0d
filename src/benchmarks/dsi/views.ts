/** The four forms of every clip, in the order in which the authors ask about them. */
export const views = ['std', 'hflip', 'reverse', 'reverse_hflip'] as const;
export type View = (typeof views)[number];

/** The authors' evaluation goes through them in another order; it shows in what their script prints. */
export const evaluationOrder: readonly View[] = ['std', 'reverse', 'hflip', 'reverse_hflip'];

export function isView(name: string): name is View {
  return views.some((view) => view === name);
}
