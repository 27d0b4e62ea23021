import { AppError } from '../../platform/app-error.ts';

/**
 * The rule of idempotency keys that callers choose: the same key means the same request. `first` is what
 * was done under the key, `again` what is asked for now; only members of `again` that are told count.
 * Throws AppError idempotency_key_reused, as answering the first would say that the other was done.
 */
export function mustBeSameRequest<T extends object>(first: T, again: Partial<T>): void {
  const names = Object.keys(again) as (keyof T)[];
  if (names.some((name) => again[name] !== undefined && again[name] !== first[name]))
    throw new AppError('idempotency_key_reused');
}
