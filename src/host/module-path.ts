/** Whether an id is a file of the user's rather than a name of ours. */
export function isModulePath(id: string): boolean {
  return /^(\.{0,2}[/\\]|[a-z]:[/\\])/i.test(id) && /\.[cm]?[jt]s$/.test(id);
}

/** How a file of the user's is named, where somebody gave its bare path: `training/point.onnx`, `mine.py`. */
export function ownFile(path: string): string | undefined {
  if (/^[a-z]+:/i.test(path)) return undefined;
  if (/\.(onnx|[cm]?[jt]s)$/i.test(path)) return `./${path}`;
  return /\.py(:\w+)?$/i.test(path) ? `python:${path}` : undefined;
}

/** What to do where Node took a module for CommonJS, which is what `npm init` writes into package.json. */
export function moduleFix(thrown: unknown): { fix?: string } {
  const isCommonJs =
    thrown instanceof SyntaxError && /import statement outside a module|Unexpected token 'export'/.test(thrown.message);
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return { fix: 'a module is a .ts, .mts, .js or .mjs file' };
  if (!isCommonJs) return {};
  return { fix: 'write "type": "module" into the package.json above it, or let its name end in .mts or .mjs' };
}
