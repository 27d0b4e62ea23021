import { AppError } from '../../platform/app-error.ts';

/**
 * Enforces the rule of idempotency keys chosen by callers: the same key means the same request. `first` is
 * what was done under the key, `repeated` what is requested now; only its defined members are compared. Throws
 * AppError idempotency_key_reused, because returning the first result would claim that the second request was
 * carried out.
 */
export function requireSameRequest<T extends object>(first: T, repeated: Partial<T>): void {
  const names = Object.keys(repeated) as (keyof T)[];
  if (names.some((name) => repeated[name] !== undefined && repeated[name] !== first[name]))
    throw new AppError('idempotency_key_reused');
}
