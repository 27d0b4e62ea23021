import { hasHead } from '@tollgate/contract';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../domain/error-texts.ts';
import { clientAddress } from '../platform/client-address.ts';
import { authorize } from './authorize.ts';
import { envelopeOf } from './envelope.ts';
import { Answer, type Implementation, type Services, Streamed } from './context.ts';
import { readInput } from './read-input.ts';

/** Makes one call of the contract reachable: limit, access, input, handler, envelope, in this order. */
export function registerEndpoint(
  server: FastifyInstance,
  services: Services,
  { endpoint, handler }: Implementation,
): void {
  const trusted = services.domain.config.TRUSTED_PROXIES.split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: hasHead(endpoint),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const address = clientAddress(request.raw, trusted);
      await services.limits.take(endpoint.rateLimit ?? 'default', address);
      const language = languageOf(request.headers['accept-language']);
      const authorized = await authorize(services.domain, endpoint, request);
      const result = await handler({
        ...services,
        ...authorized,
        ...readInput(endpoint, request),
        address,
        language,
        requestId: request.id,
        request,
        reply,
      });
      if (result instanceof Streamed)
        return reply.headers(result.headers).send(Readable.from(result.pieces));
      const answer: Answer<unknown> =
        result instanceof Answer ? result : new Answer<unknown>(result);
      return envelopeOf(answer, { language, requestId: request.id });
    },
  });
}
