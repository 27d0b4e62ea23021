import type { WebhookRoute } from '../domain/payments/payment-provider.ts';
import { paymentProviders } from '../domain/payments/providers/index.ts';

/** The payment webhooks for the API reference: signed by the provider, with responses in plain text. */
export const paymentWebhookPaths = Object.fromEntries(
  Object.values(paymentProviders).map(({ webhook }) => [webhook.path, describeRoute(webhook)]),
);

function describeRoute({ methods, operation }: WebhookRoute) {
  const operations = methods.map((method, index) => [
    method.toLowerCase(),
    {
      summary: `Payment webhook of ${operation}${index === 0 ? '' : ', as a form'}`,
      'x-summary-zh': `${operation} 的支付 Webhook${index === 0 ? '' : '（表单）'}`,
      operationId: `noticeOf${operation}${index === 0 ? '' : 'AsForm'}`,
      tags: ['payment webhooks'],
      'x-access': 'signature',
      security: [],
      responses: { 200: { description: 'Plain text: a word for received, or fail' } },
    },
  ]);
  return Object.fromEntries(operations) as Record<string, unknown>;
}
