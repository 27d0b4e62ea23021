import { setImmediate as nextTurn } from 'node:timers/promises';
import { MASK, maskSecrets } from '../audit/mask-secrets.ts';

/** Shorter ones are ordinary words, such as a region. */
const LENGTH_MIN = 8;
/** Number of secrets replaced before yielding to the event loop. */
const SLICE = 100;

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;

/**
 * Removes credentials from a value (by members' names, and keys in URLs and texts), and email addresses.
 * Credentials that don't look like one are removed by `hideKnownSecrets`.
 */
export function hideSecrets(value: unknown): unknown {
  return hideMailAddresses(maskSecrets(value));
}

/** Removes recognizable credentials and email addresses from a text. */
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

/**
 * Removes these secrets from a text, in plain form, JSON or URL encoding, including their lines and parts.
 */
export async function hideKnownSecrets(text: string, secrets: readonly string[]): Promise<string> {
  let hidden = text;
  let searched = 0;
  for (const secret of listSpellings(secrets)) {
    hidden = hidden.replaceAll(secret, MASK);
    if ((searched += 1) % SLICE === 0) await nextTurn();
  }
  return hidden;
}

/** Longest first, because replacing a part first would leave the rest of the whole. */
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
  return [...spellings].sort((left, right) => right.length - left.length);
}

/** Returns the whole text, and the keys or lines that it consists of. */
const listParts = (text: string) => [text, ...text.split(/[|\r\n]/)];

const TEXT_LENGTH_MIN = 20;

/** Returns the long texts in a JSON credential, such as the key of a service account. */
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
