import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applyPaymentEvent } from '../domain/payments/apply-payment-event.ts';
import type {
  PaymentClient,
  PaymentProvider,
  WebhookRequest,
} from '../domain/payments/payment-provider.ts';
import { paymentProviders } from '../domain/payments/providers/index.ts';
import { clientAddress } from '../platform/client-address.ts';
import { countBodies } from './count-body-memory.ts';
import { toAppError } from './envelope.ts';
import { gatewayOf } from './gateway-of.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** The body of every response except acknowledgements. */
const REJECTED = 'fail';

/**
 * Registers payment webhook routes, one per provider. They do not use the envelope: epay, for one, takes any
 * response that contains the word success as an acknowledgement, even an envelope with success false.
 */
export async function registerPaymentWebhooks(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    countBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status, code } = toAppError(error);
      if (status >= 500)
        gatewayOf(request).domain.log.error(
          { err: error, path: request.routeOptions.url },
          'payment webhook failed; the provider will send it again',
        );
      return send(reply, status === 200 || code === 'user_not_found' ? 400 : status, REJECTED);
    });
    for (const provider of Object.values(paymentProviders))
      scope.route({
        method: [...provider.webhook.methods],
        url: provider.webhook.path,
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES_MAX,
        handler: webhookHandler(provider),
      });
  });
}

/** Acknowledges a webhook once its effect is committed, or rejects it and changes nothing. */
function webhookHandler({ id, webhook }: PaymentProvider) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { domain, limits, trustedProxies } = gatewayOf(request);
    const client: PaymentClient = domain.payments[id];
    const received = toWebhookRequest(request);
    const event = await client.readWebhook(received);
    if (event === undefined) {
      await limits.take('default', clientAddress(request.raw, trustedProxies));
      await client.onRejectedWebhook?.(received);
      return send(reply, webhook.rejectedStatus, REJECTED);
    }
    const result = event === 'unrelated' ? 'applied' : await applyPaymentEvent(domain, event);
    return result === 'applied'
      ? send(reply, 200, webhook.acknowledgement)
      : send(reply, webhook.rejectedStatus, REJECTED);
  };
}

function toWebhookRequest({ method, url, body, headers }: FastifyRequest): WebhookRequest {
  return {
    method,
    query: url.split('?').slice(1).join('?'),
    body: typeof body === 'string' ? body : '',
    header: (name) => String(headers[name] ?? ''),
  };
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
