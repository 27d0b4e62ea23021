import {
  asText,
  type NotificationChannel,
  outcomeOf,
  postJson,
  truncate,
} from './notification-channel.ts';

const TEXT_MAX = 2000;
/** The webhook was deleted. */
const DELETED = [404];

/**
 * Sends to a Discord webhook. Mentions are disabled, and no text can hide an address behind other words: some
 * of it was written by upstreams and users.
 */
export const discord: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const escape = (text: string) => text.replaceAll('[', '\\[');
    const content = escape(
      truncate(asText(message, TEXT_MAX), TEXT_MAX, (text) => escape(text).length),
    );
    const response = await postJson(outbound, url, { content, allowed_mentions: { parse: [] } });
    return outcomeOf(response, () => true, DELETED);
  },
};
