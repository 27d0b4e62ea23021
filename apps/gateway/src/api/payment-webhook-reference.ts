import type { WebhookRoute } from '../domain/payments/payment-provider.ts';
import { paymentProviders } from '../domain/payments/providers/index.ts';

/** The payment webhooks for the API reference: signed by the provider, answered in plain text. */
export const paymentWebhookPaths = Object.fromEntries(
  Object.values(paymentProviders).map(({ webhook }) => [webhook.path, describeRoute(webhook)]),
);

function describeRoute({ methods, operation, summary }: WebhookRoute) {
  const operations = methods.map((method, index) => [
    method.toLowerCase(),
    {
      summary: index === 0 ? summary : `${summary}, as a form`,
      operationId: `noticeOf${operation}${index === 0 ? '' : 'AsForm'}`,
      tags: ['payment webhooks'],
      'x-access': 'signature',
      security: [],
      responses: { 200: { description: 'Plain text: a word for received, or fail' } },
    },
  ]);
  return Object.fromEntries(operations) as Record<string, unknown>;
}
