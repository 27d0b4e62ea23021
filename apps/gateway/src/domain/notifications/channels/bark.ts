import { type NotificationChannel, outcomeOf, postJson } from './notification-channel.ts';

/** Sends to Bark, which pushes to iPhones. */
export const bark: NotificationChannel = {
  async send(outbound, { device_key: deviceKey, base_url: base }, { title, body }) {
    const url = `${base || 'https://api.day.app'}/push`;
    const response = await postJson(outbound, url, { device_key: deviceKey, title, body });
    return outcomeOf(response, ({ code }) => code === 200);
  },
};
