import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

/** 2048 bytes; a Chinese character has three. */
const TEXT_MAX = 680;

/** A WeCom group robot. Its key is part of the address. */
export const wecom: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const content = asText(message, TEXT_MAX);
    const answer = await postJson(outbound, url, { msgtype: 'text', text: { content } });
    return outcomeOf(answer, ({ errcode }) => errcode === 0);
  },
};
