import { Secret, TOTP } from 'otpauth';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  confirmTotpSecret,
  deleteTotp,
  findTotp,
  savePendingTotp,
  spendTotpStep,
  type TotpRow,
} from '../../store/totp-repository.ts';
import { countRecoveryCodes } from '../../store/recovery-codes-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Identified } from '../accounts/identified.ts';
import { lockCaller } from '../accounts/lock-caller.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { dropUnusedRecoveryCodes } from './factors.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

type TotpDomain = Pick<Domain, 'store' | 'keyring' | 'clock' | 'options'>;

const PERIOD_SECONDS = 30;
/** How many periods the clocks may differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/**
 * Creates a TOTP with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds
 * (RFC 6238).
 */
function totpOf(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
}

/** Creates a secret that takes effect once one of its codes was entered. Throws AppError totp_on_already. */
export async function beginTotp(
  { store, keyring, options }: TotpDomain,
  user: Pick<UserRow, 'id' | 'username'>,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  if (!(await savePendingTotp(store.db, user.id, keyring.encrypt(secret.base32))))
    throw new AppError('totp_on_already');
  const totp = totpOf(secret, { issuer: options.get('SystemName'), label: user.username });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Enables the app with one of its codes; returns recovery codes if there were none. Throws an AppError, also
 * if the caller's session has ended meanwhile.
 */
export async function confirmTotp(
  domain: TotpDomain,
  caller: Identified,
  code: string,
): Promise<string[]> {
  const { user } = caller;
  const row = await findTotp(domain.store.db, user.id);
  if (!row) throw new AppError('totp_not_begun');
  if (row.confirmed_at !== 0) throw new AppError('totp_on_already');
  if (!(await takeCode(domain, row, code))) throw new AppError('second_factor_wrong');
  return domain.store.transaction(async (trx) => {
    await lockCaller(trx, caller);
    if (!(await confirmTotpSecret(trx, row, nowSeconds(domain.clock))))
      throw new AppError('totp_not_begun');
    return (await countRecoveryCodes(trx, user.id)) > 0
      ? []
      : makeRecoveryCodes(trx, domain, user.id);
  });
}

/** Consumes a code; returns whether it was valid and had not been used. */
export async function takeTotpCode(
  domain: Pick<TotpDomain, 'store' | 'keyring' | 'clock'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await findTotp(domain.store.db, userId);
  return row !== undefined && row.confirmed_at !== 0 && takeCode(domain, row, code);
}

async function takeCode(
  { store, keyring, clock }: Pick<TotpDomain, 'store' | 'keyring' | 'clock'>,
  row: TotpRow,
  typed: string,
): Promise<boolean> {
  const token = typed.replaceAll(/\s/g, '');
  const timestamp = clock.nowMs();
  const totp = totpOf(Secret.fromBase32(keyring.decrypt(row.secret_cipher)));
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp, window: WINDOW }) : null;
  if (delta === null) return false;
  return spendTotpStep(store.db, row, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta);
}

/** Disables the app; recovery codes are deleted with the last factor. */
export async function removeTotp(domain: Pick<Domain, 'store'>, userId: number): Promise<void> {
  await domain.store.transaction(async (trx) => {
    // Of two factors removed at once, each would see the other one remain.
    await lockUser(trx, userId);
    await deleteTotp(trx, userId);
    await dropUnusedRecoveryCodes(trx, userId);
  });
}
