import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { type Identity, insertIdentity } from '../../store/user-identities-repository.ts';
import { findInviter } from '../../store/users-repository.ts';
import { claimSignupCredits } from '../../store/welcomed-repository.ts';
import type { Domain } from '../domain.ts';
import { notePerson } from './note-person.ts';
import { spendRegistrationCode } from './registration-codes.ts';
import { insertNewUser, type UserFields, type UserRow } from './users.ts';
import { grantSignupCredits } from './grant-signup-credits.ts';

export interface NewAccount {
  fields: UserFields;
  /** Who invited; nobody where the code is none. */
  affCode: string;
  /** Of the registration code that was given; empty without one. */
  registrationCodeHash: string;
  /**
   * What proves who it is: an address, an account elsewhere; empty where nothing does. Who had an
   * account before may have another, but neither gifts nor an inviter again.
   */
  person: string;
  /** Who it is at a login provider, where that was proved. */
  identity?: Identity;
  /** What belongs to the same transaction and comes first. */
  before?: (trx: StoreTransaction) => Promise<void>;
}

/** Makes an account and books what it and its inviter get: all or nothing, once a person. Taken values fail on their unique index, a taken identity as AppError oauth_taken. */
export function openAccount(
  domain: Pick<Domain, 'store' | 'clock' | 'options' | 'keyring'>,
  { fields, affCode, registrationCodeHash, person, identity, before }: NewAccount,
): Promise<UserRow> {
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    const noteUse = await spendRegistrationCode(trx, domain, registrationCodeHash, at);
    await before?.(trx);
    const isNew =
      person === '' || (await claimSignupCredits(trx, domain.keyring.hash('person', person), at));
    const inviter = isNew && affCode !== '' ? await findInviter(trx, affCode) : undefined;
    const invited = inviter ? { inviter_id: inviter.id } : {};
    const user = await insertNewUser(trx, at, { ...fields, ...invited });
    await noteUse(user.id);
    if (person !== '') await notePerson(trx, domain, user.id, person);
    if (identity && !(await insertIdentity(trx, { ...identity, user_id: user.id, bound_at: at })))
      throw new AppError('oauth_taken');
    if (isNew) await grantSignupCredits(trx, domain, { user, inviter, at });
    return user;
  });
}
