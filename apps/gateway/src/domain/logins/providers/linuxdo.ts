import { AppError } from '../../../platform/app-error.ts';
import { requestLoginProvider, textOf } from '../request-login-provider.ts';
import type { ProviderProfile } from '../provider-profile.ts';
import type { LoginProviderContext } from '../login-provider-context.ts';

/** Whose code of LinuxDO this is. Throws AppError oauth_failed; silenced and inactive members are refused. */
export async function readLinuxdo(
  { options, config, trusted }: LoginProviderContext,
  code: string,
): Promise<ProviderProfile> {
  const server = options.text('ServerAddress');
  const secret = `${options.text('LinuxDOClientId')}:${options.text('LinuxDOClientSecret')}`;
  const { access_token: token } = await requestLoginProvider(trusted, {
    url: `${config.LINUXDO_URL}/oauth2/token`,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      // The console names the same where the code is asked for.
      ...(server === '' ? {} : { redirect_uri: `${server}/oauth/linuxdo` }),
    }).toString(),
  });
  if (textOf(token) === '') throw new AppError('oauth_failed');
  const user = await requestLoginProvider(trusted, {
    url: `${config.LINUXDO_URL}/api/user`,
    headers: { authorization: `Bearer ${textOf(token)}`, accept: 'application/json' },
  });
  const id = textOf(user.id);
  if (id === '' || user.active === false || user.silenced === true)
    throw new AppError('oauth_failed');
  return { site: 'linuxdo', id, login: textOf(user.username), name: textOf(user.name) };
}
