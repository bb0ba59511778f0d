/** The label of samples that keep it in their field `answer`, as text. */
export const answerLabel = {
  of: ({ answer }: { answer: string }) => answer,
  corrected: <S extends { answer: string }>(sample: S, label: string | number): S => ({
    ...sample,
    answer: String(label),
  }),
};
