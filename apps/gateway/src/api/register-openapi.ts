import { OPENAPI_PATH } from '@tollgate/contract';
import type { FastifyInstance } from 'fastify';
import { compress, type Encoding, pickEncoding } from './compress-responses.ts';
import { buildOpenApi } from './openapi.ts';

/** The same for every server of a process; building it takes as long as a start. */
const forms = new Map<Encoding | undefined, Promise<Buffer>>();

/**
 * Returns the reference in an encoding. Anybody may ask for its half megabyte at any rate, so it is compressed
 * once, and the responses that wait to be read share it.
 */
export function encodedOpenApi(encoding: Encoding | undefined): Promise<Buffer> {
  const known = forms.get(encoding);
  if (known) return known;
  const form = encoding
    ? encodedOpenApi(undefined).then((text) => compress(text.toString(), encoding))
    : Promise.resolve(Buffer.from(JSON.stringify(buildOpenApi())));
  forms.set(encoding, form);
  return form;
}

/**
 * Serves /api/openapi.json, which the console's docs read. Built on the first request, so that starts need
 * not wait for it.
 */
export function registerOpenApi(server: FastifyInstance): void {
  server.get(OPENAPI_PATH, async (request, reply) => {
    const encoding = pickEncoding(request.headers['accept-encoding']);
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('vary', 'accept-encoding');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(await encodedOpenApi(encoding));
  });
}
