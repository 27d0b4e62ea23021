import { allEndpoints } from '@tollgate/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ChannelTester } from '../domain/channels/channel-test.ts';
import type { Domain } from '../domain/domain.ts';
import { languageOf } from '../domain/error-texts.ts';
import { readStatus } from '../domain/status.ts';
import { AppError } from '../platform/app-error.ts';
import { databaseFaultOf } from '../platform/database-fault.ts';
import type { ByteBudget } from '../platform/byte-budget.ts';
import { trustedRanges } from '../platform/client-address.ts';
import { newRequestId } from '../platform/ids.ts';
import { accountRoutes } from './account.ts';
import { auditRoutes } from './audit.ts';
import { registerCallerDocs } from './caller-docs.ts';
import { channelRoutes } from './channels.ts';
import { compressResponses } from './compress-responses.ts';
import { configurationRoutes } from './configuration.ts';
import type { Implementation } from './context.ts';
import { usageRoutes } from './usage.ts';
import { registerOpenApi } from './register-openapi.ts';
import { sendFailure, toAppError } from './envelope.ts';
import { importRoutes } from './imports.ts';
import { logRoutes } from './logs.ts';
import { loginProviderRoutes } from './login-providers.ts';
import { notificationRoutes } from './notifications.ts';
import { optionRoutes } from './options.ts';
import { registerBackchannelLogout } from './backchannel-logout.ts';
import { registerPaymentWebhooks } from './payment-webhooks.ts';
import { agentRoutes } from './agents.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { createRateLimits } from './rate-limits.ts';
import { pricingRoutes } from './pricing.ts';
import { redemptionRoutes } from './redemptions.ts';
import { registrationCodeRoutes } from './registration-codes.ts';
import { priceRoutes } from './prices.ts';
import { trafficRoutes } from './traffic.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { registrationRoutes } from './registration.ts';
import { bindGateway, gatewayOf } from './gateway-of.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { balanceChangeRoutes } from './balance-changes.ts';
import { managedUserRoutes } from './managed-users.ts';
import { ownDataRoutes } from './own-data.ts';
import { payloadRoutes } from './payloads.ts';
import { signInRoutes } from './sign-ins.ts';
import { scopedTokenRoutes } from './scoped-tokens.ts';
import { sessionRoutes } from './sessions.ts';
import { DIST, serveConsole } from './serve-console.ts';
import { statusRoutes } from './status.ts';
import { systemRoutes } from './system.ts';
import { taskRoutes } from './tasks.ts';
import { teamRoutes } from './teams.ts';
import { tokenRoutes } from './tokens.ts';
import { serveUnknownRoute } from './unknown-route.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

const implementations: readonly Implementation[] = [
  ...statusRoutes,
  ...accountRoutes,
  ...registrationRoutes,
  ...loginProviderRoutes,
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...scopedTokenRoutes,
  ...balanceChangeRoutes,
  ...signInRoutes,
  ...ownDataRoutes,
  ...payloadRoutes,
  ...managedUserRoutes,
  ...userRoutes,
  ...viewRoutes,
  ...tokenRoutes,
  ...channelRoutes,
  ...redemptionRoutes,
  ...registrationCodeRoutes,
  ...trafficRoutes,
  ...priceRoutes,
  ...pricingRoutes,
  ...optionRoutes,
  ...configurationRoutes,
  ...logRoutes,
  ...auditRoutes,
  ...notificationRoutes,
  ...taskRoutes,
  ...usageRoutes,
  ...systemRoutes,
  ...importRoutes,
  ...paymentRoutes,
  ...orderRoutes,
  ...agentRoutes,
  ...teamRoutes,
];

const BODY_BYTES_MAX = 1024 * 1024;
/**
 * Longer than any address that node:http accepts, so that an overlong parameter is answered like an invalid
 * one.
 */
const PARAM_LENGTH_MAX = 20_000;

const refuseSchema = (): never => {
  throw new Error('the contract checks requests and responses, not schemas of Fastify');
};
/** Saves every start the loading of Ajv and a JSON compiler, which Fastify needs for its own schemas only. */
const WITHOUT_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** Serves a request that is not the relay's. */
export type ConsoleApi = (request: IncomingMessage, response: ServerResponse) => void;

/** Gateways of a process share the routes: registering them takes longer than the rest of a start. */
let routes: Promise<FastifyInstance> | undefined;

/** Opens the console API of a gateway, its API reference and the console itself. */
export async function openConsoleApi(
  domain: Domain,
  tester: ChannelTester,
  bodies: ByteBudget,
): Promise<ConsoleApi> {
  const { config } = domain;
  const limits = createRateLimits(config, domain);
  const services = { domain, tester, limits, bodies, trustedProxies: trustedRanges(config) };
  const server = await (routes ??= registerRoutes());
  return (request, response) => {
    bindGateway(request, services);
    server.routing(request, response);
  };
}

/** Registers all routes. They read whatever belongs to a gateway from `gatewayOf` the request. */
async function registerRoutes(): Promise<FastifyInstance> {
  checkComplete();
  const server = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_LENGTH_MAX },
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    genReqId: (raw) => newRequestId(gatewayOf({ raw }).domain.clock.nowMs()),
    // An address that can't be decoded fails before any hook runs.
    frameworkErrors: (error, request, reply) => {
      writeCommonHeaders(request, reply);
      void fail(error, request, reply);
    },
  });
  readJsonOnly(server);
  readFiles(server);
  server.addHook('onRequest', async (request, reply) => {
    writeCommonHeaders(request, reply);
    // Before the body, which nobody is going to read.
    if (!request.is404) return undefined;
    const error = serveUnknownRoute(request, reply);
    if (error) throw error;
    return reply;
  });
  compressResponses(server);
  server.setErrorHandler(fail);
  server.setNotFoundHandler((request, reply) => {
    const error = serveUnknownRoute(request, reply);
    return error ? fail(error, request, reply) : reply;
  });
  // Routes use the hooks and handlers that exist when they are registered, so they come last.
  for (const implementation of implementations) registerEndpoint(server, implementation);
  await registerPaymentWebhooks(server);
  await registerBackchannelLogout(server);
  registerOpenApi(server);
  registerCallerDocs(server, (request) => gatewayOf(request).domain, DIST);
  await serveConsole(server, (request) => {
    const { domain } = gatewayOf(request);
    return { options: domain.options, readFacts: () => readStatus(domain) };
  });
  await server.ready();
  return server;
}

/** A contract entry without a handler is a bug that must prevent the start. */
function checkComplete(): void {
  const done = new Set(implementations.map(({ endpoint }) => endpoint));
  const missing = allEndpoints
    .filter(({ endpoint }) => !done.has(endpoint))
    .map(({ name }) => name);
  if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
}

/** Accepts JSON bodies and no body at all; every other content type is refused with 415. */
function readJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** Endpoints that receive a file read its bytes themselves, of any length; all others refuse files. */
function readFiles(server: FastifyInstance): void {
  const receivers = new Set<string>(
    allEndpoints.filter(({ endpoint }) => endpoint.receives).map(({ endpoint }) => endpoint.path),
  );
  server.addContentTypeParser('application/octet-stream', (request, content, done) => {
    if (receivers.has(request.routeOptions.url ?? '')) done(null, content);
    else done(new AppError('unsupported_media_type'));
  });
}

/**
 * Sets the headers of every response. API responses concern one caller at one time, so they are never cached.
 */
function writeCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  // By its route: an address has many spellings.
  const { url = request.url } = request.routeOptions;
  if (/^\/(api|admin)\b/.test(url)) reply.header('cache-control', 'no-store');
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error);
  if (failure.code === 'internal_error')
    gatewayOf(request).domain.log.error(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'console API request failed: internal error',
    );
  else if (databaseFaultOf(error) === 'busy')
    gatewayOf(request).domain.log.warn(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'console API request failed: the database was busy',
    );
  // A cache may keep a 404 without being told to, and return it to everybody.
  reply.header('cache-control', 'no-store');
  return sendFailure(reply, failure, {
    language: languageOf(request.headers['accept-language']),
    requestId: request.id,
  });
}
