import { type LoginProviderEntry, loginProviderTable, type User } from '@tollgate/contract';
import type { TFunction } from 'i18next';

export interface Binding {
  name: string;
  value: string;
  /** Absent for the e-mail address. */
  provider?: LoginProviderEntry;
}

/** Lists the identities that a user may have linked: the e-mail address, and login providers. */
export function listBindings(t: TFunction, user: User): Binding[] {
  return [
    { name: t('users.form.email'), value: user.email },
    ...loginProviderTable.map((provider) => ({
      name: t('users.form.loginProvider', { provider: provider.name, context: provider.id }),
      value: user[provider.userField],
      provider,
    })),
  ];
}
