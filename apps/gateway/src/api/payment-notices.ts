import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '../domain/domain.ts';
import { readAirwallexNotice } from '../domain/payments/airwallex.ts';
import { NOTICE_PATHS } from '../domain/payments/callback-address.ts';
import { readCryptomusNotice } from '../domain/payments/cryptomus.ts';
import { readEpayNotice } from '../domain/payments/epay.ts';
import type { PaymentNotice } from '../domain/payments/payment-notice.ts';
import type { PaymentProvider } from '../domain/payments/payment-methods.ts';
import { takeNotice } from '../domain/payments/take-notice.ts';
import { readUsdtNotice } from '../domain/payments/usdt.ts';
import { clientAddress } from '../platform/client-address.ts';
import { toAppError } from './envelope.ts';
import type { Services } from './context.ts';

const BODY_BYTES_MAX = 64 * 1024;

/** What a provider reads as taken in; every other answer makes it send the notice again. */
const TAKEN: Readonly<Record<PaymentProvider, string>> = {
  epay: 'success',
  usdt: 'ok',
  cryptomus: 'ok',
  airwallex: 'ok',
};
const REFUSED = 'fail';

/** Reads a notice: undefined where its signature is wrong, 'other' where it is about no payment. */
type Reader = (
  domain: Domain,
  request: FastifyRequest,
) => PaymentNotice | 'other' | undefined | Promise<PaymentNotice | 'other' | undefined>;

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

const READERS: Readonly<Record<PaymentProvider, Reader>> = {
  epay: ({ options }, request) => {
    const query = request.url.split('?').slice(1).join('?');
    const sent = new URLSearchParams(request.method === 'POST' ? bodyOf(request) || query : query);
    const fields = Object.fromEntries(sent);
    // Of a field that comes twice, which one was signed?
    return Object.keys(fields).length === sent.size ? readEpayNotice(options, fields) : undefined;
  },
  async usdt({ options, payments }, request) {
    const text = bodyOf(request);
    const notice = readUsdtNotice(options, text);
    if (notice) await payments.log.write('notice', text);
    return notice;
  },
  cryptomus: ({ options }, request) =>
    readCryptomusNotice(bodyOf(request), options.text('CryptoAPI_Key')),
  airwallex: ({ options, clock }, request) =>
    readAirwallexNotice(
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
export async function registerPaymentNotices(
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
      return answer(reply, status === 200 || code === 'user_not_found' ? 400 : status, REFUSED);
    });
    for (const provider of Object.keys(NOTICE_PATHS) as PaymentProvider[])
      scope.route({
        method: provider === 'epay' ? ['GET', 'POST'] : 'POST',
        url: NOTICE_PATHS[provider],
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES_MAX,
        handler: async (request, reply) => {
          const notice = await READERS[provider](services.domain, request);
          if (notice === undefined) {
            await services.limits.take('default', clientAddress(request.raw, trusted));
            if (provider === 'usdt')
              await services.domain.payments.log.write('refused notice', bodyOf(request));
            return answer(reply, provider === 'epay' ? 200 : 400, REFUSED);
          }
          const result = notice === 'other' ? 'done' : await takeNotice(services.domain, notice);
          if (result === 'done') return answer(reply, 200, TAKEN[provider]);
          return answer(reply, provider === 'epay' ? 200 : 400, REFUSED);
        },
      });
  });
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
