import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 2000;
/** Somebody deleted the webhook. */
const DELETED = [404];

/** A webhook of Discord; nothing in the text mentions people. */
export const discord: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const content = asText(message, TEXT_MAX);
    const answer = await postJson(outbound, url, { content, allowed_mentions: { parse: [] } });
    return outcomeOf(answer, () => true, DELETED);
  },
};
