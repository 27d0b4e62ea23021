import { AppError } from '../../../platform/app-error.ts';
import { requestLoginProvider, textOf } from '../request-login-provider.ts';
import type { ProviderProfile } from '../provider-profile.ts';
import type { LoginProviderContext } from '../login-provider-context.ts';

/** Whom the official account gave this code to; the server behind it lets each be good once, for three minutes. */
export async function readWechat(
  { options, outbound }: LoginProviderContext,
  code: string,
): Promise<ProviderProfile> {
  const server = options.text('WeChatServerAddress');
  if (server === '') throw new AppError('oauth_failed');
  const { success, data } = await requestLoginProvider(outbound, {
    url: `${server}/api/wechat/user?${new URLSearchParams({ code }).toString()}`,
    headers: { authorization: options.text('WeChatServerToken'), accept: 'application/json' },
  });
  if (success !== true) throw new AppError('oauth_failed');
  const id = textOf(data);
  // An unknown code is answered with nobody.
  if (id === '') throw new AppError('verification_code_wrong');
  return { site: 'wechat', id, login: '', name: '' };
}
