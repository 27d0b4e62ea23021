import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { type Identity, insertIdentity } from '../../store/user-identities-repository.ts';
import { findInviter } from '../../store/users-repository.ts';
import { claimSignupCredits } from '../../store/welcomed-repository.ts';
import type { Domain } from '../domain.ts';
import { recordUserProof } from './user-proofs.ts';
import { spendRegistrationCode } from './registration-codes.ts';
import { insertNewUser, type UserFields, type UserRow } from './users.ts';
import { grantSignupCredits } from './grant-signup-credits.ts';

export interface NewAccount {
  fields: UserFields;
  /** The inviter's code; an unknown one means no inviter. */
  affCode: string;
  /** Hash of the registration code given; empty without one. */
  registrationCodeHash: string;
  /**
   * Proofs of the person: an address and an account at a login provider. Somebody who had an account before, by
   * any of them, may open another, but gets neither gifts nor an inviter again.
   */
  proofs: readonly string[];
  /** The identity at a login provider, if that was proved. */
  identity?: Identity;
  /** Work that runs in the same transaction, before the account is created. */
  before?: (trx: StoreTransaction) => Promise<void>;
}

/**
 * Creates an account and books the credits for it and its inviter, once per person, in one transaction. Taken
 * values fail on their unique index, a taken identity as AppError oauth_taken.
 */
export function openAccount(
  domain: Pick<Domain, 'store' | 'clock' | 'options' | 'keyring'>,
  { fields, affCode, registrationCodeHash, proofs, identity, before }: NewAccount,
): Promise<UserRow> {
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    const recordCodeUse = await spendRegistrationCode(trx, domain, registrationCodeHash, at);
    await before?.(trx);
    let isNew = true;
    for (const proof of proofs)
      if (!(await claimSignupCredits(trx, domain.keyring.hash('person', proof), at))) isNew = false;
    const inviter = isNew && affCode !== '' ? await findInviter(trx, affCode) : undefined;
    const invited = inviter ? { inviter_id: inviter.id } : {};
    const user = await insertNewUser(trx, at, { ...fields, ...invited });
    await recordCodeUse(user.id);
    for (const proof of proofs) await recordUserProof(trx, domain, user.id, proof);
    if (identity && !(await insertIdentity(trx, { ...identity, user_id: user.id, bound_at: at })))
      throw new AppError('oauth_taken');
    if (isNew) await grantSignupCredits(trx, domain, { user, inviter, at });
    return user;
  });
}
