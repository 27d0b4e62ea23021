import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Smaller responses fit into a packet or two, and compressing them costs more than it saves. */
const BYTES_MIN = 1400;
/** Compresses 60 kB in about a millisecond, off the event loop. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
const KINDS = /^(text\/|application\/(json|javascript|yaml)\b|image\/svg)/;

export type Encoding = 'br' | 'gzip';

/**
 * Compresses large responses of the console API, the documents and the API reference by `Accept-Encoding`.
 * Only complete ones: streams and events are sent as they are. Only GET: responses to changes contain new
 * secrets, such as keys and sessions, and are sent uncompressed so that their length reveals nothing about
 * them (BREACH, ADR 43). The console's files are compressed by the build.
 */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || !isCompressible(request, reply)) return payload;
    reply.header('vary', withAcceptEncoding(reply.getHeader('vary')));
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding || payload.length < BYTES_MIN) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress(payload, encoding);
  });
}

export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
      })
    : promisify(gzip)(text, { level: GZIP_LEVEL });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  const kind = String(reply.getHeader('content-type') ?? '');
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    KINDS.test(kind) &&
    !kind.startsWith('text/event-stream') &&
    !reply.hasHeader('content-encoding')
  );
}

function withAcceptEncoding(vary: unknown): string {
  const names = String(vary ?? '');
  if (/(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(names)) return names;
  return names === '' ? 'accept-encoding' : `${names}, accept-encoding`;
}

/** Picks the better of the two encodings that the client accepts; a quality of 0 refuses one. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',', 20)
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
        return [name, weight === undefined || Number(weight) > 0] as const;
      }),
  );
  const accepts = (name: Encoding) => accepted.get(name) ?? accepted.get('*') ?? false;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : undefined;
}
