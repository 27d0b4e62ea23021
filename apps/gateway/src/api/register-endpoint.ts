import { type AnyEndpoint, hasHead, minimumRole } from '@tollgate/contract';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../domain/error-texts.ts';
import { runAudited } from '../domain/audit/audit-scope.ts';
import { AppError } from '../platform/app-error.ts';
import { clientAddress } from '../platform/client-address.ts';
import { auditActionOf } from './audit-action-of.ts';
import { type Authorized, authorize } from './authorize.ts';
import { envelopeOf, sendFailure } from './envelope.ts';
import { ApiResponse, type Implementation, Streamed } from './context.ts';
import { countBodyMemory } from './count-body-memory.ts';
import { routeOf } from './endpoint-route.ts';
import { readInput } from './read-input.ts';
import { gatewayOf } from './gateway-of.ts';
import { whileAdmitted } from './while-admitted.ts';

/** Limit for bodies that anybody may send. */
const PUBLIC_BODY_BYTES_MAX = 64 * 1024;

interface Admitted {
  address: string;
  authorized: Authorized;
}

/**
 * Registers an endpoint of the contract: rate limit, access, input, handler, envelope, in this order. The
 * first two come before any of the body is read, so that nobody fills memory without a session. Access is
 * checked again once the body is complete: a caller could begin a call and complete it after a demotion.
 */
export function registerEndpoint(
  server: FastifyInstance,
  { endpoint, handler }: Implementation,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  server.route({
    ...bodyLimitOf(endpoint),
    method: endpoint.method,
    url: routeOf(endpoint),
    exposeHeadRoute: hasHead(endpoint),
    onRequest: async (request: FastifyRequest) => {
      const { domain, limits, trustedProxies } = gatewayOf(request);
      const address = clientAddress(request.raw, trustedProxies);
      await limits.take(endpoint.rateLimit ?? 'default', address);
      const authorized = await authorize(domain, endpoint, request, address);
      admitted.set(request, { address, authorized });
    },
    preParsing: (request, reply, payload, done) => {
      // Nobody keeps a file as it arrives.
      if (isFile(request)) return done(null, payload as typeof payload);
      const owner = admitted.get(request)?.authorized.caller?.user.id ?? 0;
      const { bodies } = gatewayOf(request);
      done(null, countBodyMemory({ request, reply }, { bodies, owner }, payload) as typeof payload);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { address, authorized: before } = admitted.get(request) as Admitted;
      const services = gatewayOf(request);
      const admit = () => authorize(services.domain, endpoint, request, address);
      const authorized = awaitsBody(request) ? await admit() : before;
      const language = languageOf(request.headers['accept-language']);
      const format = {
        language,
        requestId: request.id,
        hasLegacyOutcome: endpoint.hasLegacyOutcome,
      };
      try {
        const input = readInput(endpoint, request);
        const context = { address, language, requestId: request.id, request, reply };
        const run = () => handler({ ...services, ...authorized, ...input, ...context });
        const { caller } = authorized;
        const action = auditActionOf(services.domain, { endpoint, caller, input, ...context });
        const result = action
          ? await runAudited(services.domain.store.db, action, run)
          : await run();
        if (result instanceof Streamed)
          return await reply
            .headers(result.headers)
            .send(Readable.from(chunksOf(result, endpoint, () => readmit(admit, authorized))));
        const response: ApiResponse<unknown> =
          result instanceof ApiResponse ? result : new ApiResponse<unknown>(result);
        return envelopeOf(response, format);
      } catch (error) {
        // Errors that do not report an outcome (status 200) are handled as everywhere.
        if (!endpoint.hasLegacyOutcome || !(error instanceof AppError) || error.status !== 200)
          throw error;
        return sendFailure(reply, error, format);
      }
    },
  });
}

/**
 * Authorizes the reader of an ongoing response again. What they may see was decided when it began: throws an
 * AppError also if their role, or the one in the team that they act for, is a different one now.
 */
async function readmit(
  admit: () => Promise<Authorized>,
  { caller, acting }: Authorized,
): Promise<void> {
  const now = await admit();
  const isSame = now.caller?.user.role === caller?.user.role && now.acting?.role === acting?.role;
  if (!isSame) throw new AppError('forbidden');
}

/** Whether a body follows the head, even an empty one in pieces. */
function awaitsBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isFile({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('application/octet-stream') === true;
}

/** Events continue for as long as a new call would be admitted; a file is authorized once, when requested. */
function chunksOf({ chunks }: Streamed, { streams }: AnyEndpoint, admit: () => Promise<unknown>) {
  return streams === 'events' ? whileAdmitted(chunks, admit) : chunks;
}

function bodyLimitOf({ access }: AnyEndpoint): { bodyLimit?: number } {
  return minimumRole(access) === 0 ? { bodyLimit: PUBLIC_BODY_BYTES_MAX } : {};
}
