import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClassDeclaration, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isGetAccessorDeclaration,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isPropertyDeclaration,
  isTypeAliasDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, NodeBuilderFlags, type Project, SymbolFlags, type Symbol as TypeSymbol } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '..');

const intro = `# Library reference

<!-- written by scripts/write-api.ts -->

Every name that can be imported, with its type. [Library](api.md) explains how to use them.
`;

/** docs/api-reference.md: what the entry points of package.json export, from the types themselves. */
export async function apiPage(): Promise<string> {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0];
    if (!project) throw new Error('tsconfig.json opens no project');
    const told = new Map<string, string>();
    const parts = [];
    for (const [name, file] of entryPoints()) parts.push(await entryPart(project, { name, file, told }));
    return [intro, ...parts].join('\n');
  } finally {
    api.close();
  }
}

/** `sextant/stats` to the file that is behind it. */
function entryPoints(): [name: string, file: string][] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries<Record<string, string>>(exports).flatMap(([path, to]) => {
    const file = to['sextant-source'];
    return file === undefined ? [] : [[path.replace('.', name), join(root, file)] satisfies [string, string]];
  });
}

/** Functions, classes and values first, then types. What an earlier entry has too is only named. */
async function entryPart(
  project: Project,
  { name, file, told }: { name: string; file: string; told: Map<string, string> },
): Promise<string> {
  const source = project.program.getSourceFile(file);
  const module = source && project.checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is no module`);
  // A type-only export has no value, whatever its declaration is: the loaded module knows.
  const values = new Set(Object.keys(await import(pathToFileURL(file).href)));
  const exported = project.checker.getExportsOfModule(module).map((each) => ({
    name: each.name,
    symbol: each.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(each) : each,
  }));
  const fresh = exported.filter(({ name: own }) => !told.has(own));
  const again = exported.filter(({ name: own }) => told.has(own)).map(({ name: own }) => `\`${own}\``);
  for (const { name: own } of fresh) told.set(own, name);
  const describe = ({ name: own, symbol }: { name: string; symbol: TypeSymbol }) => entry(project, own, symbol);
  const types = fresh.filter(({ name: own, symbol }) => !values.has(own) && symbol.flags & SymbolFlags.Type);
  return [
    `## \`${name}\`\n`,
    ...(again.length === 0 ? [] : [`Also here, as above: ${again.sort().join(', ')}.\n`]),
    ...fresh.filter(({ name: own }) => values.has(own)).map(describe),
    ...types.sort((a, b) => (a.name < b.name ? -1 : 1)).map(describe),
  ].join('\n');
}

function entry(project: Project, name: string, symbol: TypeSymbol): string {
  const about = symbol.getDocumentationComment(project.checker).trim();
  const examples = symbol.getJsDocTags(project.checker).filter((tag) => tag.name === 'example');
  const code = [...symbol.declarations].flatMap((handle) => {
    const node = handle.resolve(project);
    return node ? declared(project, { node, name, symbol }) : [];
  });
  const shown = [...code, ...examples.map(({ text }) => `// Example\n${String(text).trim()}`)].join('\n\n');
  return [`### \`${name}\`\n`, ...(about ? [`${about}\n`] : []), `\`\`\`ts\n${shown}\n\`\`\`\n`].join('\n');
}

/** A declaration without what only the machine needs: bodies, private members, schemas. */
function declared(
  project: Project,
  { node, name, symbol }: { node: Node; name: string; symbol: TypeSymbol },
): string[] {
  const source = node.getSourceFile();
  if (isFunctionDeclaration(node)) {
    const head = textOf(source, node.getStart(), node.body?.pos ?? node.end);
    return [`${head.replace(/^(?:async )?function\*? [\w$]+/, `function ${name}`)};`];
  }
  if (isClassDeclaration(node)) return [classText(source, node).replace(/class \w+/, `class ${name}`)];
  if (isInterfaceDeclaration(node)) return [textOf(source, node.getStart(), node.end)];
  if (isTypeAliasDeclaration(node)) {
    const written = textOf(source, node.getStart(), node.end);
    return [/\bz\.infer</.test(written) ? `type ${name} = ${expanded(project, symbol)};` : written];
  }
  // A schema is told by its type; one that has none of its own by the kind of schema it is.
  if (!isVariableDeclaration(node)) return [`// all of zod, as \`${name}\``];
  if (symbol.flags & SymbolFlags.TypeAlias) return [];
  const type = project.checker.getTypeOfSymbol(symbol);
  return type ? [`const ${name}: ${project.checker.typeToString(type)};`] : [];
}

function expanded(project: Project, symbol: TypeSymbol): string {
  const { checker, emitter } = project;
  const flags = NodeBuilderFlags.NoTruncation | NodeBuilderFlags.InTypeAlias;
  const quotes = NodeBuilderFlags.UseSingleQuotesForStringLiteralType;
  const type = checker.typeToTypeNode(checker.getDeclaredTypeOfSymbol(symbol), undefined, flags | quotes);
  if (!type) throw new Error(`${symbol.name} has no type`);
  return emitter.printNode(type).replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}

function classText(source: SourceFile, node: ClassDeclaration): string {
  const members = node.members.flatMap((member) => {
    const start = member.getStart(source, true);
    if (/^(?:private |static #|readonly #|#)/.test(source.text.slice(member.getStart(source), member.end))) return [];
    const called = isMethodDeclaration(member) || isConstructorDeclaration(member) || isGetAccessorDeclaration(member);
    const end = called
      ? (member.body?.pos ?? member.end)
      : isPropertyDeclaration(member) && member.type
        ? member.type.end
        : member.end;
    return [
      `  ${source.text
        .slice(start, end)
        .trim()
        .replace(/;$/, '')
        .replace(/^( *)async /m, '$1')};`,
    ];
  });
  return [textOf(source, node.getStart(), node.members.pos), ...members, '}'].join('\n');
}

function textOf(source: SourceFile, from: number, to: number): string {
  return source.text
    .slice(from, to)
    .trim()
    .replace(/^export /, '');
}
