import { findTotp, deleteTotp } from '../../store/totp-repository.ts';
import { deletePasskeysOfUser, listPasskeys } from '../../store/passkeys-repository.ts';
import { replaceRecoveryCodes } from '../../store/recovery-codes-repository.ts';
import type { Db } from '../../store/schema.ts';

/** The second factors of a user. */
export interface Factors {
  totp: boolean;
  passkeys: Awaited<ReturnType<typeof listPasskeys>>;
}

/** Reads the second factors that a user has besides the password. */
export async function readFactors(db: Db, userId: number): Promise<Factors> {
  const totp = await findTotp(db, userId);
  return { totp: (totp?.confirmed_at ?? 0) !== 0, passkeys: await listPasskeys(db, userId) };
}

/** Returns whether a user's logins require a second factor. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { totp, passkeys } = await readFactors(db, userId);
  return totp || passkeys.length > 0;
}

/**
 * Deletes recovery codes once there is no second factor left: without one they are useless, and must not be
 * kept for the next.
 */
export async function dropUnusedRecoveryCodes(db: Db, userId: number): Promise<void> {
  if (!(await hasSecondFactor(db, userId))) await replaceRecoveryCodes(db, userId, []);
}

/** Removes all second factors of a user who lost them. */
export async function removeFactors(db: Db, userId: number): Promise<void> {
  await deleteTotp(db, userId);
  await deletePasskeysOfUser(db, userId);
  await replaceRecoveryCodes(db, userId, []);
}
