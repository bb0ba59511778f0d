import type { z } from 'zod';

/** What is wrong with some data, field by field; never the values, which may be secret. */
export function problemsOf(error: z.ZodError): string {
  const lines = error.issues.map((issue) => {
    // zod puts the reason why a key is wrong one level deeper.
    const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
    return `${issue.path.join('.') || 'the whole'}: ${message}`;
  });
  return lines.join('; ');
}
