import { loginProviderTable, type User } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Accounts elsewhere that a user may have bound, and what they are called: the address, and login providers. */
export function listBindings(t: TFunction, user: User): { name: string; value: string }[] {
  return [
    { name: t('users.form.email'), value: user.email },
    ...loginProviderTable.map(({ id, name, userField }) => ({
      name: t('users.form.loginProvider', { provider: name, context: id }),
      value: user[userField],
    })),
  ];
}
