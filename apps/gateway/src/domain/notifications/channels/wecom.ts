import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

/** The limit is 2048 bytes; a Chinese character takes three. */
const TEXT_MAX = 680;

/** Sends to a WeCom group robot, whose key is part of its URL. */
export const wecom: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const content = asText(message, TEXT_MAX);
    const response = await postJson(outbound, url, { msgtype: 'text', text: { content } });
    return outcomeOf(response, ({ errcode }) => errcode === 0);
  },
};
