import { createHmac } from 'node:crypto';
import { type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

/** Sends JSON to any URL, signed by Standard Webhooks (standardwebhooks.com, v1). */
export const webhook: NotificationChannel = {
  async send(outbound, { url = '', secret = '' }, message) {
    const { id, event, title, body, params, happenedAt, at } = message;
    const payload = JSON.stringify({
      type: event,
      timestamp: new Date(happenedAt * 1000).toISOString(),
      data: { title, text: body, ...params },
    });
    const key = secret.startsWith('whsec_')
      ? Buffer.from(secret.slice('whsec_'.length), 'base64')
      : Buffer.from(secret);
    const signature = createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64');
    const response = await postJson(outbound, url, payload, {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    });
    return outcomeOf(response, () => true);
  },
};
