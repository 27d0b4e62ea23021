import type { OwnMailSettings } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { findOwnMail, saveOwnMail } from '../../store/own-mail-repository.ts';
import type { Domain } from '../domain.ts';

/** How a user's own address is written to: at once and in both languages, unless they said otherwise. */
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

/** What a user says about that. */
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
