import { USERNAME_LENGTH_MAX, usernameField } from '@tollgate/contract';
import { randomAlphanumeric } from '../../platform/ids.ts';
import type { LoginProvider, ProviderProfile } from './login-provider.ts';

/** Usernames to try for somebody from a login provider, the nicest first; the last ones nobody has. */
export function deriveUsernames(
  { id, usernamePrefix: prefix }: Pick<LoginProvider, 'id' | 'usernamePrefix'>,
  { username, subject }: Pick<ProviderProfile, 'username' | 'subject'>,
): string[] {
  const random = () => `${prefix}_${randomAlphanumeric(9)}`;
  const candidates = [
    ...(username === '' ? [] : [`${id}_${username}`.slice(0, USERNAME_LENGTH_MAX)]),
    ...[`${id}_${subject}`, `${prefix}_${subject}`].filter(
      (name) => name.length <= USERNAME_LENGTH_MAX,
    ),
  ];
  return [
    ...candidates.filter((name) => usernameField.safeParse(name).success),
    random(),
    random(),
  ];
}
