import { OPENAPI_PATH } from '@tollgate/contract';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from './openapi.ts';

/** The same for every server of a process; building it takes as long as a start. */
let text: string | undefined;

/**
 * Serves /api/openapi.json, which the console's docs read. Built on the first request, so that starts need
 * not wait for it.
 */
export function registerOpenApi(server: FastifyInstance): void {
  server.get(OPENAPI_PATH, (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send((text ??= JSON.stringify(buildOpenApi()))),
  );
}
