import { AppError } from '../../../platform/app-error.ts';
import { requestLoginProvider, textOf } from '../request-login-provider.ts';
import type { ProviderProfile } from '../provider-profile.ts';
import type { LoginProviderContext } from '../login-provider-context.ts';

/** Whose code of GitHub this is. Throws AppError oauth_failed. */
export async function readGithub(
  { options, config, trusted }: LoginProviderContext,
  code: string,
): Promise<ProviderProfile> {
  // Failures come with status 200, too.
  const { access_token: token } = await requestLoginProvider(trusted, {
    url: `${config.GITHUB_URL}/login/oauth/access_token`,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: options.text('GitHubClientId'),
      client_secret: options.text('GitHubClientSecret'),
      code,
    }),
  });
  if (textOf(token) === '') throw new AppError('oauth_failed');
  const user = await requestLoginProvider(trusted, {
    url: `${config.GITHUB_API_URL}/user`,
    headers: {
      authorization: `Bearer ${textOf(token)}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'Tollgate',
    },
  });
  const id = textOf(user.id);
  if (id === '') throw new AppError('oauth_failed');
  return { site: 'github', id, login: textOf(user.login), name: textOf(user.name) };
}
