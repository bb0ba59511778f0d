/** Whether an id is a file of the user's rather than a name of ours. */
export function isModulePath(id: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:[/\\])/i.test(id) && /\.[cm]?[jt]s$/.test(id);
}
