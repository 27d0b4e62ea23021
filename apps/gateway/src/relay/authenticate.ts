import type { IncomingMessage } from 'node:http';
import type { KeyDirectory, KeyHolder } from '../domain/key-directory.ts';
import { AppError } from '../platform/app-error.ts';

export interface Credential {
  key: string;
  /** A channel that the caller names; administrators only. */
  pinnedChannelId: number | undefined;
}

const KEY = /^[0-9A-Za-z]{1,128}$/;

/** Takes `Bearer sk-<key>` or `sk-<key>-<channel id>` apart. Throws AppError relay_key_missing or relay_key_invalid. */
export function readCredential(request: IncomingMessage): Credential {
  const header = request.headers.authorization ?? '';
  const text = header.replace(/^bearer\s+/i, '').trim();
  if (text === '') throw new AppError('relay_key_missing');
  const [key = '', pinned, ...rest] = (text.startsWith('sk-') ? text.slice(3) : text).split('-');
  if (!KEY.test(key) || rest.length > 0) throw new AppError('relay_key_invalid');
  if (pinned === undefined) return { key, pinnedChannelId: undefined };
  if (!/^\d{1,15}$/.test(pinned)) throw new AppError('relay_key_invalid');
  return { key, pinnedChannelId: Number(pinned) };
}

/**
 * The holder of a credential, checked for everything that does not depend on the call. The text
 * for an unknown key tells nothing; the others are seen only by who has the key.
 */
function checkHolder(holder: KeyHolder | undefined, nowSeconds: number): KeyHolder {
  if (!holder) throw new AppError('relay_key_invalid');
  if (!holder.userEnabled) throw new AppError('relay_user_disabled');
  if (!holder.tokenEnabled) throw new AppError('relay_key_disabled');
  if (holder.expiredTime !== -1 && holder.expiredTime <= nowSeconds)
    throw new AppError('relay_key_expired');
  return holder;
}

/** The holder behind a request's key. */
export function authenticate(
  directory: KeyDirectory,
  key: string,
  nowSeconds: number,
): KeyHolder | Promise<KeyHolder> {
  const found = directory.find(key);
  return found instanceof Promise
    ? found.then((holder) => checkHolder(holder, nowSeconds))
    : checkHolder(found, nowSeconds);
}
