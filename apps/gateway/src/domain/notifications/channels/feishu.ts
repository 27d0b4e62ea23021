import { createHmac } from 'node:crypto';
import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 5000;

/** A Feishu or Lark custom bot. What is signed is the key, over an empty message. */
export const feishu: NotificationChannel = {
  async send(outbound, { url = '', secret = '' }, message) {
    const timestamp = String(message.at);
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64');
    // Without angle brackets nothing of the text can mention people.
    const text = asText(message, TEXT_MAX).replaceAll('<', '＜');
    const body = {
      ...(secret === '' ? {} : { timestamp, sign }),
      msg_type: 'text',
      content: { text },
    };
    const answer = await postJson(outbound, url, body);
    return outcomeOf(answer, ({ code, StatusCode: old }) => code === 0 || old === 0);
  },
};
