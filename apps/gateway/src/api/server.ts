import { allEndpoints, type AnyEndpoint } from '@tollgate/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createChannelTester } from '../domain/channel-test.ts';
import type { Domain } from '../domain/domain.ts';
import { languageOf } from '../domain/error-texts.ts';
import { AppError } from '../platform/app-error.ts';
import { clientAddress } from '../platform/client-address.ts';
import { newRequestId } from '../platform/ids.ts';
import { accountRoutes } from './account.ts';
import { authorize } from './authorize.ts';
import { channelRoutes } from './channels.ts';
import { Answer, type Implementation, type Services } from './context.ts';
import { registerDocs } from './docs.ts';
import { sendFailure, toAppError } from './envelope.ts';
import { logRoutes } from './logs.ts';
import { optionRoutes } from './options.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { readInput } from './read-input.ts';
import { serveConsole } from './serve-console.ts';
import { statusRoutes } from './status.ts';
import { tokenRoutes } from './tokens.ts';
import { userRoutes } from './users.ts';

const implementations: readonly Implementation[] = [
  ...statusRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...channelRoutes,
  ...optionRoutes,
  ...logRoutes,
];

const BODY_BYTES_MAX = 1024 * 1024;
/** Longer than any path of the contract; an over-long one is answered, not cut. */
const PARAM_LENGTH_MAX = 500;

/** The console API, the API reference and the console itself. */
export async function createConsoleApi(domain: Domain): Promise<FastifyInstance> {
  checkComplete();
  const server = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LENGTH_MAX },
    genReqId: () => newRequestId(domain.clock.nowMs()),
  });
  const services: Services = { domain, tester: createChannelTester(domain) };
  const limits = createRateLimits({
    enabled: domain.config.RATE_LIMIT,
    redisUrl: domain.config.REDIS_URL,
  });
  server.addHook('onClose', async () => limits.close());
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  });
  server.setErrorHandler((error, request, reply) => fail(domain, error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    const known = allEndpoints.some(({ endpoint }) => matches(endpoint, request.url));
    const path = request.url.split('?')[0] ?? '';
    return fail(
      domain,
      known
        ? new AppError('method_not_allowed', { method: request.method })
        : new AppError('unknown_path', { path: path.slice(0, 200) }),
      request,
      reply,
    );
  });
  // Routes take over the handlers that are there when they are registered, so they come after.
  for (const implementation of implementations) register(server, services, limits, implementation);
  registerDocs(server);
  await serveConsole(server);
  return server;
}

/** A contract entry without a handler is a mistake that must not start. */
function checkComplete(): void {
  const done = new Set(implementations.map(({ endpoint }) => endpoint));
  const missing = allEndpoints
    .filter(({ endpoint }) => !done.has(endpoint))
    .map(({ name }) => name);
  if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
}

function matches(endpoint: AnyEndpoint, url: string): boolean {
  const bare = (path: string) => path.split('?')[0]?.replace(/\/$/, '') ?? '';
  const pattern = bare(endpoint.path).replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(bare(url));
}

function register(
  server: FastifyInstance,
  services: Services,
  limits: RateLimits,
  { endpoint, handler }: Implementation,
): void {
  const trusted = services.domain.config.TRUSTED_PROXIES.split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const address = clientAddress(request.raw, trusted);
      await limits.take(endpoint.rateLimit ?? 'default', address);
      const authorized = await authorize(services.domain, endpoint, request);
      const input = readInput(endpoint, request);
      const call = {
        ...services,
        ...authorized,
        ...input,
        address,
        language: languageOf(request.headers['accept-language']),
        requestId: request.id,
        request,
        reply,
      };
      const result = await handler(call);
      const answer: Answer<unknown> =
        result instanceof Answer ? result : new Answer<unknown>(result);
      return {
        success: answer.success,
        message: answer.message,
        data: answer.data,
        ...answer.extras,
      };
    },
  });
}

function fail(
  domain: Domain,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toAppError(error);
  if (failure.code === 'internal_error')
    domain.log.error(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'a console call failed inside the gateway',
    );
  return sendFailure(reply, failure, {
    language: languageOf(request.headers['accept-language']),
    requestId: request.id,
  });
}
