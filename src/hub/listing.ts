import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { checked } from '../tables/index.ts';
import { shown, type Wait, withRetries } from './hub-error.ts';
import { content, type Hub, type HubAnswer } from './hub-http.ts';
import { safeParts } from './safe-path.ts';

/** A file of a repository, as its hub describes it. */
export interface HubFile {
  path: string;
  size: number;
  /** Of the content: there for large files. */
  sha256?: string;
  /** Git's name of the content: there for the others. */
  gitSha1?: string;
}

const COMMIT = /^[0-9a-f]{40}$/;
const MAX_JSON_BYTES = 64 * 2 ** 20;
const MAX_FILES = 1_000_000;

const Revision = z.object({ sha: z.string().regex(COMMIT) });
const Tree = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().int().nonnegative().default(0),
    oid: z.string().default(''),
    lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().nonnegative() }).nullish(),
  }),
);

export interface HubListOptions {
  signal: AbortSignal;
  wait: Wait;
}

/** The commit that a branch or tag means now. */
export async function resolveRevision(hub: Hub, repo: string, revision: string, opts: HubListOptions): Promise<string> {
  if (COMMIT.test(revision)) return revision;
  const url = apiUrl(hub, repo, `revision/${encodeURIComponent(revision)}`);
  return checked((await getJson(hub, url, opts)).json, Revision, shown(url)).sha;
}

/** All files of a repository at a commit. Paths that would leave the folder they are put into are refused. */
export async function listFiles(hub: Hub, repo: string, commit: string, opts: HubListOptions): Promise<HubFile[]> {
  const files = new Map<string, HubFile>();
  const first = apiUrl(hub, repo, `tree/${commit}?recursive=true`);
  const seen = new Set<string>();
  for (let url: URL | undefined = first; url; ) {
    if (seen.has(url.href) || files.size > MAX_FILES) throw wrong('the list of files does not end', url);
    seen.add(url.href);
    const page: { json: unknown; next: URL | undefined } = await getJson(hub, url, opts);
    for (const entry of checked(page.json, Tree, shown(url))) {
      if (entry.type !== 'file') continue;
      safeParts(entry.path);
      if (files.has(entry.path)) throw wrong(`the list names ${entry.path} twice`, url);
      files.set(entry.path, {
        path: entry.path,
        size: entry.lfs?.size ?? entry.size,
        ...(entry.lfs ? { sha256: entry.lfs.oid } : COMMIT.test(entry.oid) ? { gitSha1: entry.oid } : {}),
      });
    }
    url = page.next;
  }
  return [...files.values()];
}

/** Where a file is fetched from. */
export function fileUrl(hub: Hub, repo: string, commit: string, path: string): URL {
  return hubUrl(hub, `datasets/${repo}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`);
}

function apiUrl(hub: Hub, repo: string, rest: string): URL {
  if (!/^[\w.-]{1,96}(\/[\w.-]{1,96})?$/.test(repo) || repo.includes('..')) {
    throw new SextantError('bad_argument', `"${repo}" is not the name of a data set; expected owner/name`);
  }
  return hubUrl(hub, `api/datasets/${repo}/${rest}`);
}

function hubUrl(hub: Hub, path: string): URL {
  return new URL(`${hub.endpoint.pathname.replace(/\/*$/, '/')}${path}`, hub.endpoint);
}

function getJson(hub: Hub, url: URL, opts: HubListOptions): Promise<{ json: unknown; next: URL | undefined }> {
  return withRetries(
    async () => {
      const answer = await hub.get(url, { accept: 'application/json' }, opts.signal);
      const text = await readText(answer, opts.signal);
      try {
        return { json: JSON.parse(text), next: nextPage(answer) };
      } catch {
        throw wrong(/^\s*</.test(text) ? 'it answers with a web page instead of JSON' : 'its answer is not JSON', url);
      }
    },
    { where: shown(url), ...opts },
  );
}

async function readText(answer: HubAnswer, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content(answer, signal)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_JSON_BYTES) throw wrong(`its answer is larger than ${MAX_JSON_BYTES} bytes`, answer.url);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Long lists come in pages; the header `Link` names the next. */
function nextPage({ headers, url }: HubAnswer): URL | undefined {
  const links = [headers.link ?? []].flat().join(',');
  const target = /<([^>]{1,4000})>\s*;\s*rel="?next"?/.exec(links)?.[1];
  const next = target === undefined ? null : URL.parse(target, url);
  return next && /^https?:$/.test(next.protocol) ? next : undefined;
}

function wrong(what: string, url: URL): SextantError {
  return new SextantError('bad_data', what, {
    where: shown(url),
    fix: 'check HF_ENDPOINT, and that no proxy or login page answers in place of the hub',
  });
}
