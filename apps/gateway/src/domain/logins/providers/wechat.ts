import { AppError } from '../../../platform/app-error.ts';
import type { CodeLoginProvider } from '../login-provider.ts';
import { readSubject } from '../read-subject.ts';
import { requestLoginProvider } from '../request-login-provider.ts';

/**
 * Sign-in with WeChat: a server behind the official account accepts a code for three minutes. Source:
 * songquanpeng/wechat-server, `common/verification.go`, which never deletes a code that was used.
 */
export const wechat: CodeLoginProvider = {
  kind: 'code',
  id: 'wechat',
  usernamePrefix: 'wx',
  async exchange({ options, outbound, timeoutMs }, code) {
    const server = options.get('WeChatServerAddress');
    if (server === '') throw new AppError('oauth_failed');
    const { success, data } = await requestLoginProvider(outbound, {
      url: `${server}/api/wechat/user?${new URLSearchParams({ code }).toString()}`,
      headers: { authorization: options.get('WeChatServerToken'), accept: 'application/json' },
      timeoutMs,
    });
    if (success !== true) throw new AppError('oauth_failed');
    const subject = readSubject(data);
    // The response to an unknown code names nobody.
    if (subject === '') throw new AppError('verification_code_wrong');
    return { subject, username: '', displayName: '' };
  },
};
