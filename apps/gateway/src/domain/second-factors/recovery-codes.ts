import { randomInt } from 'node:crypto';
import { replaceRecoveryCodes, spendRecoveryCode } from '../../store/recovery-codes-repository.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Identified } from '../accounts/identified.ts';
import { lockCaller } from '../accounts/lock-caller.ts';
import type { Domain } from '../domain.ts';
import { hasSecondFactor } from './factors.ts';
import type { Db } from '../../store/schema.ts';

const COUNT = 10;
/** Characters that can't be confused with each other. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 10;

const hashOf = ({ keyring }: Pick<Domain, 'keyring'>, userId: number, code: string) =>
  keyring.hash('recovery-code', `${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);

/**
 * Replaces a caller's codes by new ones. Throws AppError second_factor_missing if there is no factor that
 * they could stand in for.
 */
export function renewRecoveryCodes(
  domain: Pick<Domain, 'keyring' | 'store'>,
  caller: Identified,
): Promise<string[]> {
  return domain.store.transaction(async (trx) => {
    const { id } = await lockCaller(trx, caller);
    if (!(await hasSecondFactor(trx, id))) throw new AppError('second_factor_missing');
    return makeRecoveryCodes(trx, domain, id);
  });
}

/**
 * Creates ten codes of 49 bits, which are shown once; earlier ones stop working. The caller holds the user's
 * row: concurrent transactions would not delete each other's codes.
 */
export async function makeRecoveryCodes(
  db: Db,
  domain: Pick<Domain, 'keyring'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashOf(domain, userId, code)),
  );
  return codes;
}

/** Consumes a code, however it was formatted; returns whether it was valid. */
export function takeRecoveryCode(
  domain: Pick<Domain, 'keyring' | 'store'>,
  userId: number,
  code: string,
): Promise<boolean> {
  return spendRecoveryCode(domain.store.db, userId, hashOf(domain, userId, code));
}
