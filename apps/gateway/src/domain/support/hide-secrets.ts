import { setImmediate as nextTurn } from 'node:timers/promises';
import { MASK, maskSecrets } from '../audit/mask-secrets.ts';

/** Shorter ones are words that stand everywhere, such as a region. */
const LENGTH_MIN = 8;
/** How many secrets are searched for before others get their turn. */
const SLICE = 100;

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;

/**
 * The value without credentials: members named like one, keys in addresses and texts, and mail addresses.
 * What looks like no key is found by `hideKnownSecrets`.
 */
export function hideSecrets(value: unknown): unknown {
  return hideMailAddresses(maskSecrets(value));
}

/** The text without credentials that are written as such, and without mail addresses. */
export function hideSecretsInText(text: string): string {
  return hideSecrets(text) as string;
}

function hideMailAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(MAIL_ADDRESS, MASK);
  if (Array.isArray(value)) return value.map(hideMailAddresses);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, hideMailAddresses(inner)]),
    );
  return value;
}

/** The text without these very secrets, as they are, in JSON or in an address; their lines and parts too. */
export async function hideKnownSecrets(text: string, secrets: readonly string[]): Promise<string> {
  let hidden = text;
  let searched = 0;
  for (const secret of listSpellings(secrets)) {
    hidden = hidden.replaceAll(secret, MASK);
    if ((searched += 1) % SLICE === 0) await nextTurn();
  }
  return hidden;
}

/** Longest first: a part would leave the rest of the whole. */
function listSpellings(secrets: readonly string[]): string[] {
  const spellings = new Set<string>();
  for (const secret of secrets)
    for (const part of [secret, ...textsOfJson(secret)].flatMap(listParts)) {
      const trimmed = part.trim();
      if (trimmed.length < LENGTH_MIN) continue;
      spellings.add(trimmed);
      spellings.add(JSON.stringify(trimmed).slice(1, -1));
      spellings.add(encodeURIComponent(trimmed.toWellFormed()));
    }
  return [...spellings].sort((one, other) => other.length - one.length);
}

/** The whole, and the keys or lines that it is made of. */
const listParts = (text: string) => [text, ...text.split(/[|\r\n]/)];

const TEXT_LENGTH_MIN = 20;

/** The long texts of a credential that is JSON, such as the key of a service account. */
function textsOfJson(secret: string): string[] {
  if (!secret.trimStart().startsWith('{')) return [];
  try {
    return Object.values(JSON.parse(secret) as Record<string, unknown>).filter(
      (value): value is string => typeof value === 'string' && value.length >= TEXT_LENGTH_MIN,
    );
  } catch {
    return [];
  }
}
