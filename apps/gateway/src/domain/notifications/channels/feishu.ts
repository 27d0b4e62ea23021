import { createHmac } from 'node:crypto';
import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 5000;

/**
 * Sends to a Feishu or Lark custom bot. Timestamp and secret form the HMAC key; the signed message is empty.
 */
export const feishu: NotificationChannel = {
  async send(outbound, { url = '', secret = '' }, message) {
    const timestamp = String(message.at);
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64');
    // Without angle brackets the text can't mention people.
    const text = asText(message, TEXT_MAX).replaceAll('<', '＜');
    const body = {
      ...(secret === '' ? {} : { timestamp, sign }),
      msg_type: 'text',
      content: { text },
    };
    const response = await postJson(outbound, url, body);
    return outcomeOf(response, ({ code, StatusCode: old }) => code === 0 || old === 0);
  },
};
