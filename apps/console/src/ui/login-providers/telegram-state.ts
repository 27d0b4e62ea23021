import { createIdempotencyKey } from '../forms/create-idempotency-key.ts';

const KEY = 'telegram-state';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Returns the state sent to Telegram and back, which proves that a login was started in this browser. All
 * tabs share one, as the latest login would otherwise invalidate the others.
 */
export function telegramState(kept: Kept = localStorage): string {
  const state = kept.getItem(KEY) ?? createIdempotencyKey();
  kept.setItem(KEY, state);
  return state;
}

/**
 * Returns Telegram's signed data from the callback URL; undefined if this browser did not start a login.
 * Otherwise a crafted link could link a stranger's Telegram account to whoever follows it.
 */
export function endTelegram(
  { state, ...proof }: Readonly<Record<string, string>>,
  kept: Kept = localStorage,
): Readonly<Record<string, string>> | undefined {
  const wanted = kept.getItem(KEY);
  kept.removeItem(KEY);
  return wanted !== null && state === wanted ? proof : undefined;
}
