import { WEBHOOK_PATHS } from '../domain/payments/webhook-url.ts';

/** A door of a payment provider for the API reference: signed by the provider, answered in plain text. */
const door = (operationId: string, summary: string) => ({
  summary,
  operationId,
  tags: ['notices'],
  'x-access': 'signature',
  security: [],
  responses: { 200: { description: 'A word in plain text: taken in, or fail' } },
});

export const paymentWebhookPaths = {
  [WEBHOOK_PATHS.epay]: {
    get: door('noticeOfEpay', 'Notice of a payment by epay'),
    post: door('noticeOfEpayAsForm', 'The same as a form'),
  },
  [WEBHOOK_PATHS.usdt]: {
    post: door('noticeOfStablecoin', 'Notice of a payment at the stablecoin gateway'),
  },
  [WEBHOOK_PATHS.cryptomus]: { post: door('noticeOfCryptomus', 'Webhook of Cryptomus') },
  [WEBHOOK_PATHS.airwallex]: { post: door('noticeOfAirwallex', 'Webhook of Airwallex') },
};
