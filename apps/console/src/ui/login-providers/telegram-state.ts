import { createIdempotencyKey } from '../forms/create-idempotency-key.ts';

const KEY = 'telegram-state';

type StateStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Returns the state sent to Telegram and back, which proves that a login was started in this browser. All
 * tabs share one, as the latest login would otherwise invalidate the others.
 */
export function telegramState(storage: StateStorage = localStorage): string {
  const state = storage.getItem(KEY) ?? createIdempotencyKey();
  storage.setItem(KEY, state);
  return state;
}

/**
 * Returns Telegram's signed data from the callback URL; undefined if this browser did not start a login.
 * Otherwise a crafted link could link a stranger's Telegram account to whoever follows it.
 */
export function endTelegram(
  { state, ...proof }: Readonly<Record<string, string>>,
  storage: StateStorage = localStorage,
): Readonly<Record<string, string>> | undefined {
  const expected = storage.getItem(KEY);
  storage.removeItem(KEY);
  return expected !== null && state === expected ? proof : undefined;
}
