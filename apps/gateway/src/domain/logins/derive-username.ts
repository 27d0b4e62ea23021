import { USERNAME_LENGTH_MAX, usernameField } from '@tollgate/contract';
import { randomAlphanumeric } from '../../platform/ids.ts';
import type { ProviderProfile, LoginProviderId } from './provider-profile.ts';

const SHORT: Readonly<Record<LoginProviderId, string>> = {
  github: 'gh',
  linuxdo: 'ld',
  wechat: 'wx',
  telegram: 'tg',
};

/** Usernames to try for somebody from another site, the nicest first; the last ones nobody has. */
export function deriveUsernames({ site, login, id }: ProviderProfile): string[] {
  const random = () => `${SHORT[site]}_${randomAlphanumeric(9)}`;
  const wishes = [
    ...(login === '' ? [] : [`${site}_${login}`.slice(0, USERNAME_LENGTH_MAX)]),
    ...[`${site}_${id}`, `${SHORT[site]}_${id}`].filter(
      (name) => name.length <= USERNAME_LENGTH_MAX,
    ),
  ];
  return [...wishes.filter((name) => usernameField.safeParse(name).success), random(), random()];
}
