import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

/**
 * Reads the quota given by `--usd` or `--quota`; undefined if neither is given. Dollars that are not a whole
 * number of units are refused rather than rounded.
 */
export async function readAmount(call: RemoteCall): Promise<number | undefined> {
  const { client, optionValue, t } = call;
  const [usd, quota] = [optionValue('usd'), optionValue('quota')];
  if (usd !== '' && quota !== '') throw new CommandError(t('failures.twoAmounts'), 2);
  if (quota !== '')
    return inRange(call, quota, /^-?\d{1,16}$/.test(quota) ? BigInt(quota) : undefined);
  if (usd === '') return undefined;
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?$/.exec(usd) ?? [];
  if (whole === '') throw new CommandError(t('failures.amount', { text: usd }), 2);
  const { quota_per_unit } = await client.call('getStatus');
  const units = BigInt(whole + fraction) * BigInt(Math.round(quota_per_unit));
  const parts = 10n ** BigInt(fraction.length);
  const isWhole = Number.isInteger(quota_per_unit) && units % parts === 0n;
  if (!isWhole) throw new CommandError(t('failures.notWhole', { text: usd }), 2);
  return inRange(call, usd, sign === '-' ? -(units / parts) : units / parts);
}

/** Like `readAmount`, but requires an amount. */
export async function requireAmount(call: RemoteCall): Promise<number> {
  const amount = await readAmount(call);
  if (amount === undefined) throw new CommandError(call.t('failures.noAmount'), 2);
  return amount;
}

function inRange({ t }: RemoteCall, text: string, units: bigint | undefined): number {
  const amount = Number(units);
  if (units === undefined || units === 0n || !Number.isSafeInteger(amount))
    throw new CommandError(t('failures.amount', { text }), 2);
  return amount;
}
