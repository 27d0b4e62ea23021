import { findOption } from '@tollgate/contract';
import { AddressNotAllowed, isHostAllowed } from '../../platform/ssrf-guard.ts';
import { AppError } from '../../platform/app-error.ts';
import { refusalCode } from '../refusal-code.ts';
import type { Domain } from '../domain.ts';
import { mayMailPrivately } from '../mail/may-mail-privately.ts';
import type { OptionChange } from './option-change.ts';

/**
 * Refuses addresses that the gateway would never call, so that errors are reported on input. Host names are
 * resolved later, on every call. Throws an AppError with a `refusalCode`.
 */
export function checkReachable(
  { config }: Pick<Domain, 'config'>,
  changed: readonly OptionChange[],
): void {
  for (const { key, value } of changed) {
    const calls = findOption(key)?.calls;
    if (calls === undefined || value.trim() === '') continue;
    const isMail = calls === 'mail';
    const host = isMail ? value.trim() : new URL(value).hostname;
    const allowPrivate = isMail ? mayMailPrivately(config) : config.ALLOW_PRIVATE_UPSTREAMS;
    if (isHostAllowed(host, allowPrivate)) continue;
    const refusal = new AddressNotAllowed(host);
    throw new AppError(refusalCode(refusal, { isMail }), {}, { field: key });
  }
}
