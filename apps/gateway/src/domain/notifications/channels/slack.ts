import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 4000;
/** The webhook was revoked, or its channel archived. */
const GONE_STATUSES = [403, 404, 410];

/**
 * Sends to a Slack incoming webhook. Its three control characters are escaped, so that no text can mention
 * people.
 */
export const slack: NotificationChannel = {
  async send(outbound, { url = '' }, message) {
    const text = asText(message, TEXT_MAX)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return outcomeOf(
      await postJson(outbound, url, { text, mrkdwn: false }),
      () => true,
      GONE_STATUSES,
    );
  },
};
