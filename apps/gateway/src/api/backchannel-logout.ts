import type { FastifyInstance } from 'fastify';
import { loginProviderTable } from '@tollgate/contract';
import { endProviderSessions } from '../domain/logins/end-provider-sessions.ts';
import { loginProviders } from '../domain/logins/providers/index.ts';
import { clientAddress } from '../platform/client-address.ts';
import { countBodies } from './count-body-memory.ts';
import { toAppError } from './envelope.ts';
import { gatewayOf } from './gateway-of.ts';

const BODY_BYTES_MAX = 64 * 1024;

/**
 * Registers the routes on which providers report a logout on their side (OpenID Connect Back-Channel Logout
 * 1.0), one per provider that supports it. They do not use the envelope: the request is a form, the response
 * a status.
 */
export async function registerBackchannelLogout(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    countBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    for (const entry of loginProviderTable) {
      const provider = loginProviders[entry.id];
      if (provider.kind !== 'oauth' || !provider.readLogout) continue;
      const { id, readLogout } = provider;
      scope.post(
        `/api/oauth/${id}/backchannel-logout`,
        { bodyLimit: BODY_BYTES_MAX },
        async (request, reply) => {
          const { domain, limits, trustedProxies } = gatewayOf(request);
          await limits.take('default', clientAddress(request.raw, trustedProxies));
          reply.header('cache-control', 'no-store');
          const token = new URLSearchParams(String(request.body)).get('logout_token') ?? '';
          if (!domain.options.get(entry.enabled.key)) return reply.code(404).send();
          try {
            await endProviderSessions(domain, { id, readLogout }, token);
          } catch (error) {
            const { status, code } = toAppError(error);
            if (status >= 500) throw error;
            return reply.code(400).send({ error: 'invalid_request', error_description: code });
          }
          return reply.code(200).send();
        },
      );
    }
  });
}
