import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OptionStore } from '../domain/options/options.ts';
import { ConsoleBuild } from './console-build.ts';
import { contentPolicy } from './content-policy.ts';

/** The console's build output. */
export const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url));
/** The name shown for a site without its own, as in the console. */
const PRODUCT = 'Tollgate';
const YEAR_SECONDS = 31_536_000;

/** What the console's page depends on. */
interface Site {
  options: OptionStore;
  readFacts?: () => unknown;
}

/**
 * Serves the built console: files under /assets as immutable (their names contain a hash), compressed by the
 * build; the page for every other path that a browser opens, except under /api and /admin. Every page has the
 * content security policy. `siteOf` returns the options of the gateway that a request came to, and the facts
 * about the site embedded in the page, which any visitor may read.
 */
export async function serveConsole(
  server: FastifyInstance,
  siteOf: (request: FastifyRequest) => Site,
  dist = DIST,
): Promise<void> {
  // Ranges refer to the uncompressed file, so that pieces of different encodings are never mixed.
  server.addHook('onRequest', async (request) => {
    if (request.headers.range !== undefined) delete request.headers['accept-encoding'];
  });
  const build = await ConsoleBuild.open(dist);
  if (existsSync(`${dist}/index.html`))
    await server.register(fastifyStatic, {
      root: dist,
      serve: false,
      maxAge: 0,
      preCompressed: true,
      setHeaders: setCaching,
    });
  server.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = decodePath(request.url);
    const isScript = build.current.files.has(file) && !file.endsWith('.html');
    if (!isScript) await build.refresh();
    const { files, document, hashes } = build.current;
    if (files.has(file)) return reply.sendFile(file);
    if (/^\/(api|admin)(\/|$)/.test(request.url) || !wantsPage(request))
      return reply.callNotFound();
    const { options, readFacts } = siteOf(request);
    const html = document.write(request.url.split('?')[0] ?? '', {
      facts: readFacts?.() ?? {},
      name: options.text('SystemName') || PRODUCT,
      ownHome: options.text('HomePageContent').trim() !== '',
    });
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('content-security-policy', contentPolicy(hashes, options));
    if (isKnown(request.headers['if-none-match'], etag))
      return reply.header('vary', 'accept-encoding').code(304).send();
    return reply.header('content-type', 'text/html; charset=utf-8').send(html);
  });
  // Decided by what is sent, not by its path: a page has many spellings, and its file is one of them.
  server.addHook('onSend', async (request, reply) => {
    if (!/^text\/html\b/i.test(String(reply.getHeader('content-type') ?? ''))) return;
    reply.header('x-frame-options', 'DENY');
    if (!reply.hasHeader('content-security-policy'))
      reply.header(
        'content-security-policy',
        contentPolicy(build.current.hashes, siteOf(request).options),
      );
  });
}

/** Returns the path of a URL, decoded; as it is if it cannot be. */
function decodePath(url: string): string {
  const path = url.split('?')[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function setCaching(reply: { header(name: string, value: string): unknown }, path: string): void {
  reply.header(
    'cache-control',
    path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
}

/** Returns whether the client already has exactly this document. */
function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',', 20).some((tag) => tag.trim() === etag);
}

/** Paths with a file extension are files; a missing one is a 404, not the page. */
function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  const accept = request.headers.accept ?? '*/*';
  return (
    !/\.(js|css|map|png|webp|svg|ico|json|txt|woff2?)$/.test(path) &&
    (accept.includes('text/html') || accept.includes('*/*'))
  );
}
