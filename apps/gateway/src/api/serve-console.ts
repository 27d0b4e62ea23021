import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built console: files under /assets for ever (their names carry a hash), the page for
 * every other path that a browser opens. Calls under /api and /admin never get the page. `scripts`
 * says whose scripts the page may load besides its own, as of now.
 */
export async function serveConsole(
  server: FastifyInstance,
  { scripts, dist = DIST }: { scripts: () => readonly string[]; dist?: string },
): Promise<void> {
  const built = existsSync(`${dist}/index.html`);
  if (built) {
    await server.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      maxAge: 0,
      setHeaders: setCaching,
    });
  }
  const page = built ? readFileSync(`${dist}/index.html`, 'utf8') : NOT_BUILT;
  const hashes = inlineScripts(page);
  server.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(api|admin)(\/|$)/.test(request.url) || !wantsPage(request))
      return reply.callNotFound();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentPolicy([...hashes, ...scripts()]))
      .header('x-frame-options', 'DENY')
      .send(page);
  });
}

function setCaching(reply: { header(name: string, value: string): unknown }, path: string): void {
  reply.header(
    'cache-control',
    path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
}

/** Paths with a file ending are files; a missing one is a 404, not the page. */
function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  const accept = request.headers.accept ?? '*/*';
  return (
    !/\.(js|css|map|png|svg|ico|json|txt|woff2?)$/.test(path) &&
    (accept.includes('text/html') || accept.includes('*/*'))
  );
}

/** The inline scripts of the page, by their hash. */
function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/** Scripts from here only, and those that are named. */
function contentPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    'frame-src https:',
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self' https:",
    "object-src 'none'",
  ].join('; ');
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Tollgate</title><p>The console is not built. Run <code>npm start</code>.</p></html>';
