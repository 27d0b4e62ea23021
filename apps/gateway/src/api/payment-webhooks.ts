import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '../domain/domain.ts';
import { readAirwallexWebhook } from '../domain/payments/providers/airwallex.ts';
import { WEBHOOK_PATHS } from '../domain/payments/webhook-url.ts';
import { readCryptomusWebhook } from '../domain/payments/providers/cryptomus.ts';
import { readEpayWebhook } from '../domain/payments/providers/epay.ts';
import type { PaymentEvent } from '../domain/payments/payment-event.ts';
import type { PaymentProviderId } from '../domain/payments/payment-methods.ts';
import { applyPaymentEvent } from '../domain/payments/apply-payment-event.ts';
import { readUsdtWebhook } from '../domain/payments/providers/usdt.ts';
import { clientAddress } from '../platform/client-address.ts';
import { toAppError } from './envelope.ts';
import type { Services } from './context.ts';

const BODY_BYTES_MAX = 64 * 1024;

/** What a provider reads as taken in; every other answer makes it send the notice again. */
const ACKNOWLEDGED: Readonly<Record<PaymentProviderId, string>> = {
  epay: 'success',
  usdt: 'ok',
  cryptomus: 'ok',
  airwallex: 'ok',
};
const REJECTED = 'fail';

/** Reads a notice: undefined where its signature is wrong, 'other' where it is about no payment. */
type Reader = (
  domain: Domain,
  request: FastifyRequest,
) => PaymentEvent | 'other' | undefined | Promise<PaymentEvent | 'other' | undefined>;

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

const READERS: Readonly<Record<PaymentProviderId, Reader>> = {
  epay: ({ options }, request) => {
    const query = request.url.split('?').slice(1).join('?');
    const sent = new URLSearchParams(request.method === 'POST' ? bodyOf(request) || query : query);
    const fields = Object.fromEntries(sent);
    // Of a field that comes twice, which one was signed?
    return Object.keys(fields).length === sent.size ? readEpayWebhook(options, fields) : undefined;
  },
  async usdt({ options, payments }, request) {
    const text = bodyOf(request);
    const notice = readUsdtWebhook(options, text);
    if (notice) await payments.log.write('notice', text);
    return notice;
  },
  cryptomus: ({ options }, request) =>
    readCryptomusWebhook(bodyOf(request), options.text('CryptoAPI_Key')),
  airwallex: ({ options, clock }, request) =>
    readAirwallexWebhook(
      {
        text: bodyOf(request),
        timestamp: String(request.headers['x-timestamp'] ?? ''),
        signature: String(request.headers['x-signature'] ?? ''),
      },
      { secret: options.text('AirwallexSec_Key'), nowMs: clock.nowMs() },
    ),
};

/**
 * The doors of payment providers. They speak no envelope: epay, for one, takes every answer that
 * contains the word success, so that an envelope with success false would be taken for a receipt.
 */
export async function registerPaymentWebhooks(
  server: FastifyInstance,
  services: Services,
): Promise<void> {
  const trusted = services.domain.config.TRUSTED_PROXIES.split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { status, code } = toAppError(error);
      if (status >= 500)
        services.domain.log.error(
          { err: error, path: request.routeOptions.url },
          'a notice of a payment could not be taken in; its provider will send it again',
        );
      return answer(reply, status === 200 || code === 'user_not_found' ? 400 : status, REJECTED);
    });
    for (const provider of Object.keys(WEBHOOK_PATHS) as PaymentProviderId[])
      scope.route({
        method: provider === 'epay' ? ['GET', 'POST'] : 'POST',
        url: WEBHOOK_PATHS[provider],
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES_MAX,
        handler: async (request, reply) => {
          const notice = await READERS[provider](services.domain, request);
          if (notice === undefined) {
            await services.limits.take('default', clientAddress(request.raw, trusted));
            if (provider === 'usdt')
              await services.domain.payments.log.write('refused notice', bodyOf(request));
            return answer(reply, provider === 'epay' ? 200 : 400, REJECTED);
          }
          const result =
            notice === 'other' ? 'done' : await applyPaymentEvent(services.domain, notice);
          if (result === 'done') return answer(reply, 200, ACKNOWLEDGED[provider]);
          return answer(reply, provider === 'epay' ? 200 : 400, REJECTED);
        },
      });
  });
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
