import { describeError, SextantError } from '../contracts/index.ts';
import type { RunRoots } from './run-roots.ts';
import { runTools } from './tools.ts';

export { RunRoots } from './run-roots.ts';

/** Agents read at most so much at once. */
const MOST_CHARACTERS = 100_000;
const MOST_REFUSAL = 2000;

/**
 * Answers questions about runs over standard input and output, until the other side closes it. Read-only: it asks no model, starts
 * nothing and writes nothing.
 */
export async function serveMcp(roots: RunRoots, version: string): Promise<void> {
  const { McpServer, StdioServerTransport } = await loadSdk();
  const server = new McpServer({ name: 'sextant', version });
  for (const [name, { about, input, answer }] of Object.entries(runTools))
    server.registerTool(
      name,
      { description: about, inputSchema: input, annotations: { readOnlyHint: true, openWorldHint: false } },
      (given: unknown) => replyTo(() => answer(given, roots)),
    );
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}

async function replyTo(answer: () => Promise<object>) {
  try {
    const text = JSON.stringify(await answer());
    if (text.length <= MOST_CHARACTERS) return { content: [{ type: 'text' as const, text }] };
    return refusal(`the answer has ${text.length} characters, at most ${MOST_CHARACTERS} are sent: ask for less`);
  } catch (error) {
    const fix = error instanceof SextantError && error.fix ? ` (${error.fix})` : '';
    return refusal(`${describeError(error)}${fix}`.slice(0, MOST_REFUSAL));
  }
}

function refusal(text: string) {
  return { isError: true, content: [{ type: 'text' as const, text }] };
}

/** Few need it: the package does without it until it is asked for. */
async function loadSdk() {
  try {
    const [{ McpServer }, { StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ]);
    return { McpServer, StdioServerTransport };
  } catch (cause) {
    throw new SextantError('bad_config', 'mcp needs @modelcontextprotocol/sdk, which is not installed', {
      fix: 'npm install @modelcontextprotocol/sdk',
      cause,
    });
  }
}
