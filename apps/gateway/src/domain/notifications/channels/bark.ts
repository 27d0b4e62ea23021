import { type NotificationChannel, outcomeOf, postJson, truncate } from './notification-channel.ts';

/** Bytes of title and text as JSON: Apple accepts 4096 for a whole push, which has more members. */
const TITLE_MAX = 500;
const BODY_MAX = 2500;
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Sends to Bark, which pushes to iPhones. */
export const bark: NotificationChannel = {
  async send(outbound, { device_key: deviceKey, base_url: base }, { title, body }) {
    const url = `${base || 'https://api.day.app'}/push`;
    const response = await postJson(outbound, url, {
      device_key: deviceKey,
      title: truncate(title, TITLE_MAX, jsonBytes),
      body: truncate(body, BODY_MAX, jsonBytes),
    });
    return outcomeOf(response, ({ code }) => code === 200);
  },
};
