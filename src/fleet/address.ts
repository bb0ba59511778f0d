import { SextantError } from '../contracts/index.ts';
import { type Env, redactor } from '../host/index.ts';

/** Where a fleet's database is, and how to speak of it. */
export interface Address {
  /** With the password, for connecting only. */
  secret: string;
  /** Without anything secret. */
  shown: string;
  /** Takes the password out of a text. */
  redact(text: string): string;
}

/**
 * The address of a database from the command line. A password does not belong there, where every user of the machine can read it:
 * it comes from the environment, or from the pass file that all programs of PostgreSQL read.
 * @example addressOf('postgres://planner@db.lab/sextant', { PGPASSWORD: '…' })
 */
export function addressOf(text: string, env: Env): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new SextantError('bad_argument', 'this is not an address of a PostgreSQL database', {
      fix: 'write postgres://user@host:port/database',
    });
  if (url.password !== '' || url.searchParams.has('password'))
    throw new SextantError('bad_argument', 'a password does not belong on the command line', {
      where: shownOf(url),
      fix: 'leave it out of the address; put it into PGPASSWORD or into a pass file (~/.pgpass, PGPASSFILE)',
    });
  const shown = shownOf(url);
  const password = env.PGPASSWORD;
  // As it is, a percent sign would begin an escape.
  if (password) url.password = encodeURIComponent(password);
  return { secret: url.href, shown, redact: redactor(password ? [password] : []) };
}

function shownOf({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}
