/** Hands something to the browser as a file; names come from runs, so only harmless letters stay. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'sextant';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
