import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { findInviter } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { insertNewUser, type UserFields, type UserRow } from './users.ts';
import { welcome } from './welcome.ts';

export interface NewAccount {
  fields: UserFields;
  /** Who invited; nobody where the code is none. */
  affCode: string;
  /** What belongs to the same transaction and comes first. */
  before?: (trx: StoreTransaction) => Promise<void>;
}

/** Makes an account and books what it and its inviter get: all or nothing. Taken values fail on their unique index. */
export function openAccount(
  domain: Pick<Domain, 'store' | 'clock' | 'options'>,
  { fields, affCode, before }: NewAccount,
): Promise<UserRow> {
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    await before?.(trx);
    const inviter = affCode === '' ? undefined : await findInviter(trx, affCode);
    const invited = inviter ? { inviter_id: inviter.id } : {};
    const user = await insertNewUser(trx, at, { ...fields, ...invited });
    await welcome(trx, domain, { user, inviter, at });
    return user;
  });
}
