import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { ProviderProfile } from '../provider-profile.ts';

/** What Telegram signs; `lang` and whatever else comes along is not among it. */
const SIGNED = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const;
/** How old a proof may be, and how far a clock may be ahead, in seconds. */
const AGE_MAX = 300;
const AHEAD_MAX = 60;

export type TelegramProof = Partial<Record<(typeof SIGNED)[number], string>> & { hash: string };

/** Whose proof of Telegram's widget this is. Throws AppError oauth_failed for a wrong or old one. */
export function readTelegram(
  proof: TelegramProof,
  { botToken, now }: { botToken: string; now: number },
): ProviderProfile {
  if (botToken === '' || !isSigned(proof, botToken)) throw new AppError('oauth_failed');
  const age = now - Number(proof.auth_date);
  if (!(age <= AGE_MAX && age >= -AHEAD_MAX)) throw new AppError('oauth_failed');
  const { id = '', username = '', first_name: first = '', last_name: last = '' } = proof;
  if (!/^\d{1,20}$/.test(id)) throw new AppError('oauth_failed');
  return { site: 'telegram', id, login: username, name: `${first} ${last}`.trim() };
}

/** Fields are signed as lines: a line break inside one would pass for a further field. */
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;

function isSigned(proof: TelegramProof, botToken: string): boolean {
  if (SIGNED.some((name) => CONTROL.test(proof[name] ?? ''))) return false;
  const text = SIGNED.filter((name) => proof[name] !== undefined)
    .map((name) => `${name}=${proof[name]}`)
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const wanted = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(proof.hash, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
