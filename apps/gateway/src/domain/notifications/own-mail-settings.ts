import type { OwnMailSettings } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { findOwnMail, saveOwnMail } from '../../store/own-mail-repository.ts';
import type { Domain } from '../domain.ts';

/** Returns how a user's own address receives notifications: immediately and in both languages by default. */
export async function readMailSettings(
  { store }: Pick<Domain, 'store'>,
  userId: number,
): Promise<OwnMailSettings> {
  const row = await findOwnMail(store.db, userId);
  return {
    digest: (row?.digest ?? 'none') as OwnMailSettings['digest'],
    language: (row?.language ?? 'both') as OwnMailSettings['language'],
  };
}

/** Saves a user's choice of these. */
export function saveMailSettings(
  { store, keyring, clock }: Pick<Domain, 'store' | 'keyring' | 'clock'>,
  userId: number,
  settings: OwnMailSettings,
): Promise<void> {
  return saveOwnMail(store.db, {
    ...settings,
    owner_id: userId,
    settings_cipher: keyring.encrypt('{}'),
    created_at: nowSeconds(clock),
  });
}
