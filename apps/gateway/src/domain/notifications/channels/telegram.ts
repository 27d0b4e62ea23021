import { asText, type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

const TEXT_MAX = 4096;
/** The bot was blocked or removed from the group. */
const BLOCKED = [403];

/** Sends through a Telegram bot, as plain text without markup. */
export const telegram: NotificationChannel = {
  async send(outbound, { token = '', chat_id: chatId, base_url: base }, message) {
    const url = `${base || 'https://api.telegram.org'}/bot${encodeURIComponent(token).replace('%3A', ':')}/sendMessage`;
    const text = asText(message, TEXT_MAX);
    const response = await postJson(outbound, url, {
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
    });
    return outcomeOf(response, ({ ok }) => ok === true, BLOCKED);
  },
};
