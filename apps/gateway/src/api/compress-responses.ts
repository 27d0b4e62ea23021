import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Below this a response fits into a packet or two, and compressing costs more than it saves. */
const BYTES_MIN = 1400;
/** One that packs 60 kB in about a millisecond, off the event loop. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
const KINDS = /^(text\/|application\/(json|javascript|yaml)\b|image\/svg)/;

type Encoding = 'br' | 'gzip';

/**
 * Compresses large responses of the console API, the documents and the API reference by `Accept-Encoding`.
 * Only what is complete: streams and events go out as they come. Only what is read (GET): answers to
 * what changes something carry new secrets, as keys and sessions do, and are sent plain, so that their
 * length tells nothing about them (BREACH, ADR 43). Files of the console come compressed from the build.
 */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || !isCompressible(request, reply)) return payload;
    reply.header('vary', withAcceptEncoding(reply.getHeader('vary')));
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding || payload.length < BYTES_MIN) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'br'
      ? promisify(brotliCompress)(payload, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        })
      : promisify(gzip)(payload, { level: GZIP_LEVEL });
  });
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

/** The better of the two that the client takes; a quality of 0 refuses one. */
function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const taken = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',', 20)
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
        return [name, weight === undefined || Number(weight) > 0] as const;
      }),
  );
  const takes = (name: Encoding) => taken.get(name) ?? taken.get('*') ?? false;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}
