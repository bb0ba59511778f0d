import type { MiddlewareHandler } from 'hono';

/** Nothing from elsewhere, nothing inline; WebAssembly for the replay, `blob:` for pictures that the page made itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Only this machine's own browser, on a page that we sent: a name that somebody else's server points at this machine (DNS
 * rebinding) is refused, and so is every request that another site starts, links apart.
 */
export function guard(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const own = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port()}`);
    const host = context.req.header('host');
    const origin = context.req.header('origin');
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const follows =
      context.req.header('sec-fetch-mode') === 'navigate' && context.req.header('sec-fetch-dest') === 'document';
    const refusal =
      host === undefined || !own.includes(host)
        ? 'this server answers to 127.0.0.1 and localhost only'
        : origin !== undefined && !own.some((each) => origin === `http://${each}`)
          ? 'requests of other pages are refused'
          : site !== 'same-origin' && site !== 'none' && !follows
            ? 'requests of other sites are refused'
            : undefined;
    if (refusal === undefined && context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.res = context.text('this server is read-only', 405, { Allow: 'GET, HEAD' });
    } else if (refusal === undefined) await next();
    else context.res = context.text(refusal, 403);
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
