import { createHmac } from 'node:crypto';
import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 5000;

/** Sends to a DingTalk group robot; with a secret, its URL is signed. */
export const dingtalk: NotificationChannel = {
  async send(outbound, { url = '', secret = '' }, message) {
    const address = new URL(url);
    if (secret !== '') {
      const timestamp = String(message.at * 1000);
      const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
      address.searchParams.set('timestamp', timestamp);
      address.searchParams.set('sign', sign);
    }
    const content = asText(message, TEXT_MAX);
    const body = { msgtype: 'text', text: { content }, at: { isAtAll: false } };
    const response = await postJson(outbound, address.href, body);
    return outcomeOf(response, ({ errcode }) => errcode === 0);
  },
};
