import { createIdempotencyKey } from '../forms/create-idempotency-key.ts';

const KEY = 'telegram-state';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What goes to Telegram and has to come back: it tells that a login was begun in this browser. All
 * tabs share one, as whichever began last would otherwise undo the others.
 */
export function telegramState(kept: Kept = localStorage): string {
  const state = kept.getItem(KEY) ?? createIdempotencyKey();
  kept.setItem(KEY, state);
  return state;
}

/**
 * What Telegram signed, out of the address that it led back to; undefined where this browser began
 * nothing. Else a link would do to bind a stranger's Telegram to whoever follows it.
 */
export function endTelegram(
  { state, ...proof }: Readonly<Record<string, string>>,
  kept: Kept = localStorage,
): Readonly<Record<string, string>> | undefined {
  const wanted = kept.getItem(KEY);
  kept.removeItem(KEY);
  return wanted !== null && state === wanted ? proof : undefined;
}
