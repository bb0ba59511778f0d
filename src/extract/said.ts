/** What a model says once it has thought: some write their thinking into the answer, up to the last `</think>`. */
export function said(text: string): string {
  return (text.split('</think>').at(-1) ?? '').trim();
}
