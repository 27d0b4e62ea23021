import type { Dialect } from '@tollgate/dialects';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeyDirectory, ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { AppError } from '../../platform/app-error.ts';

export interface Credential {
  key: string;
  /** The channel chosen by the caller; administrators only. */
  pinnedChannelId: number | undefined;
}

const KEY = /^[0-9A-Za-z]{1,128}$/;
/** Keys imported from one-hub: `-` and `_` are part of them, and `#` precedes a channel. */
const FOREIGN_KEY = /^([0-9A-Za-z_-]{1,128})(?:#(\d{1,15}))?$/;
/** Sent by nearly all OpenAI clients. */
const PLAIN = /^Bearer sk-([0-9A-Za-z]{1,128})$/;

/** The parts of a request that may carry its API key. */
export interface KeySources {
  headers: IncomingHttpHeaders;
  /** Includes the question mark, or is empty. */
  query: string;
  dialect: Dialect;
}

/**
 * Parses `sk-<key>` or `sk-<key>-<channel id>`; one-hub keys unchanged, with `#<channel id>`. The location
 * used by the dialect's clients takes precedence. Throws AppError relay_key_missing or relay_key_invalid.
 */
export function readCredential(sources: KeySources): Credential {
  const plain = PLAIN.exec(sources.headers.authorization ?? '')?.[1];
  if (plain !== undefined && sources.dialect.startsWith('openai'))
    return { key: plain, pinnedChannelId: undefined };
  const text = findKey(sources);
  if (text === '') throw new AppError('relay_key_missing');
  const unprefixed = text.startsWith('sk-') ? text.slice(3) : text;
  const [key = '', pinned, ...rest] = unprefixed.split('-');
  const isOurs = KEY.test(key) && rest.length === 0;
  if (isOurs && pinned === undefined) return { key, pinnedChannelId: undefined };
  if (isOurs && pinned !== undefined && /^\d{1,15}$/.test(pinned))
    return { key, pinnedChannelId: Number(pinned) };
  return readForeignCredential(unprefixed);
}

function readForeignCredential(text: string): Credential {
  const [, key, pinned] = FOREIGN_KEY.exec(text) ?? [];
  if (key === undefined) throw new AppError('relay_key_invalid');
  return { key, pinnedChannelId: pinned === undefined ? undefined : Number(pinned) };
}

function findKey({ headers, query, dialect }: KeySources): string {
  const bearer = withoutScheme(headers.authorization);
  if (dialect.startsWith('openai') && bearer && bearer !== IMAGE_TASK_CLIENT) return bearer;
  const anthropic = textOf(headers['x-api-key']);
  const google = textOf(headers['x-goog-api-key']) || keyOfQuery(query);
  const dialectKey = dialect === 'gemini-generate' ? google || anthropic : anthropic || google;
  const key = dialectKey || bearer;
  return key && key !== IMAGE_TASK_CLIENT ? key : withoutScheme(headers['mj-api-secret']);
}

/** Sent by Midjourney clients in the usual header. */
const IMAGE_TASK_CLIENT = 'midjourney-proxy';

function withoutScheme(header: string | string[] | undefined): string {
  return textOf(header)
    .replace(/^bearer\s+/i, '')
    .trim();
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header.trim() : '';
}

function keyOfQuery(query: string): string {
  return query.includes('key=') ? (new URLSearchParams(query).get('key')?.trim() ?? '') : '';
}

/**
 * Returns the holder of a credential after all checks that do not depend on the call. The message for an
 * unknown key reveals nothing; the others are seen only by the key's owner.
 */
function checkHolder(holder: ApiKeyHolder | undefined, nowSeconds: number): ApiKeyHolder {
  if (!holder) throw new AppError('relay_key_invalid');
  if (!holder.userEnabled) throw new AppError('relay_user_disabled');
  if (!holder.apiKeyEnabled) throw new AppError('relay_key_disabled');
  if (holder.expiredTime !== -1 && holder.expiredTime <= nowSeconds)
    throw new AppError('relay_key_expired');
  return holder;
}

/** Returns the holder of a request's key. */
export function authenticate(
  directory: ApiKeyDirectory,
  key: string,
  nowSeconds: number,
): ApiKeyHolder | Promise<ApiKeyHolder> {
  const found = directory.find(key);
  return found instanceof Promise
    ? found.then((holder) => checkHolder(holder, nowSeconds))
    : checkHolder(found, nowSeconds);
}
