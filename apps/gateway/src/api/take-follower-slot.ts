import { AppError } from '../platform/app-error.ts';
import type { Domain } from '../domain/domain.ts';
import { type Call, callerOf } from './context.ts';

/** More than one person has tabs open; each follower queries the database every second. */
const FOLLOWERS_MAX = 20;
/** A follower's stream ends after half a minute at the latest. */
const RETRY_AFTER_SECONDS = 30;

/** Followers that each user has open in this process, by gateway. */
const open = new WeakMap<Domain, Map<number, number>>();

/** Takes a slot for a caller who follows the log, until the response has ended. Throws AppError too_many_requests. */
export function takeFollowerSlot(call: Pick<Call<unknown>, 'domain' | 'caller' | 'reply'>): void {
  const { id } = callerOf(call).user;
  const followers = open.get(call.domain) ?? new Map<number, number>();
  open.set(call.domain, followers);
  const count = followers.get(id) ?? 0;
  if (count >= FOLLOWERS_MAX)
    throw new AppError('too_many_requests', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  followers.set(id, count + 1);
  call.reply.raw.once('close', () => {
    const rest = (followers.get(id) ?? 1) - 1;
    if (rest > 0) followers.set(id, rest);
    else followers.delete(id);
  });
}
