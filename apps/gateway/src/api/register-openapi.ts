import { OPENAPI_PATH } from '@tollgate/contract';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from './openapi.ts';

/**
 * Serves /api/openapi.json, which the docs of the console read. It is made when it is first asked
 * for: most starts would wait for it for nothing.
 */
export function registerOpenApi(server: FastifyInstance): void {
  let text: string | undefined;
  server.get(OPENAPI_PATH, (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send((text ??= JSON.stringify(buildOpenApi()))),
  );
}
