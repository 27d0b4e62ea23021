import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { WidgetLoginProvider } from '../login-provider.ts';

/** The fields that Telegram signs; `lang` and other fields are not among them. */
const SIGNED = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const;
/** Maximum age of a proof, and how far the clock may be behind, in seconds. */
const AGE_MAX = 300;
const AHEAD_MAX = 60;

type Fields = Readonly<Record<string, string>>;

/** Sign-in with Telegram's login widget, signed with the bot's token. */
export const telegram: WidgetLoginProvider = {
  kind: 'widget',
  id: 'telegram',
  usernamePrefix: 'tg',
  scriptOrigin: 'https://telegram.org',
  verify({ options }, fields, now) {
    const botToken = options.get('TelegramBotToken');
    if (botToken === '' || !isSigned(fields, botToken)) throw new AppError('oauth_failed');
    const age = now - Number(fields.auth_date);
    if (!(age <= AGE_MAX && age >= -AHEAD_MAX)) throw new AppError('oauth_failed');
    const { id = '', username = '', first_name: first = '', last_name: last = '', hash } = fields;
    if (!/^\d{1,20}$/.test(id)) throw new AppError('oauth_failed');
    return {
      profile: { subject: id, username, displayName: `${first} ${last}`.trim() },
      proof: String(hash).toLowerCase(),
    };
  },
};

/** Fields are signed as lines: a line break inside one could pass for another field. */
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;

function isSigned(fields: Fields, botToken: string): boolean {
  if (SIGNED.some((name) => CONTROL.test(fields[name] ?? ''))) return false;
  const text = SIGNED.filter((name) => fields[name] !== undefined)
    .map((name) => `${name}=${fields[name]}`)
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('hex'));
  // As text: bytes would also come of it with something appended, which would be another proof.
  const givenHash = Buffer.from((fields.hash ?? '').toLowerCase());
  return givenHash.length === expected.length && timingSafeEqual(givenHash, expected);
}
