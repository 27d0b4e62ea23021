import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 2000;
/** The webhook was deleted. */
const DELETED = [404];

/**
 * Sends to a Discord webhook. Mentions are disabled, and no text can hide an address behind other words: some
 * of it was written by upstreams and users.
 */
export const discord: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const content = asText(message, TEXT_MAX).replaceAll('[', '\\[');
    const response = await postJson(outbound, url, { content, allowed_mentions: { parse: [] } });
    return outcomeOf(response, () => true, DELETED);
  },
};
