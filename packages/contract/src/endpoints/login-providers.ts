import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { loginProviderIds, loginProviderTable } from '../login-providers.ts';
import { registrationCodeField } from '../entities/registration-code.ts';
import { idParams } from '../paging.ts';
import { loginExtras, signedInUser } from './account.ts';

/**
 * The user now signed in; null if a second factor is needed, and (with the message bind) if somebody was
 * already signed in and the identity was linked.
 */
const signedIn = signedInUser.nullable();
const referralCode = z.string().trim().max(64).optional();
/** For a new account, while registration requires a code. */
const registrationCode = registrationCodeField.optional();
const providerOf = (...kinds: Parameters<typeof loginProviderIds>) =>
  z.enum(loginProviderIds(...kinds), { error: 'oauth_provider_unknown' });

const names = (...kinds: Parameters<typeof loginProviderIds>) =>
  loginProviderTable
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name)
    .join(', ');
const signed = z.string().max(1024).optional();
const signedFields = Object.fromEntries(
  loginProviderTable.flatMap(({ fields = [] }) => fields.map((name) => [name, signed])),
);

export const loginProviderEndpoints = {
  beginOauth: endpoint({
    method: 'GET',
    path: '/api/oauth/state',
    access: 'optional',
    scope: 'session',
    changesState: true,
    summary:
      'Begin a login at a provider: returns a state valid once in this browser and the authorization URL',
    summaryZh: '开始第三方登录：返回仅在此浏览器有效一次的 state 和授权地址',
    query: z.object({
      provider: providerOf('oauth').optional(),
      aff: referralCode,
      registration_code: registrationCode,
    }),
    data: z.string(),
    /** The provider's consent page, including the state; absent if no provider was named. */
    extras: z.object({ authorization_url: z.string().optional() }),
  }),
  signInWithWidget: endpoint({
    method: 'GET',
    path: '/api/oauth/{provider}/login',
    access: 'optional',
    scope: 'session',
    audit: 'user',
    rateLimit: 'login',
    changesState: true,
    summary: `Log in, or link an account, with data signed by a provider’s widget (${names('widget')})`,
    summaryZh: '用第三方组件签名的数据登录或绑定（Telegram）',
    params: z.object({ provider: providerOf('widget') }),
    query: z.object({
      ...signedFields,
      hash: z.string({ error: 'oauth_failed' }).max(128, 'oauth_failed'),
      lang: signed,
      aff: referralCode,
      registration_code: registrationCode,
    }),
    data: signedIn,
    extras: loginExtras,
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/api/user/self/identities/{provider}',
    access: 'user',
    scope: 'session',
    audit: 'user',
    summary: 'Unlink a third-party account; the last way to log in cannot be removed',
    summaryZh: '解除绑定第三方账户；最后一种登录方式不能移除',
    params: z.object({ provider: providerOf('oauth', 'code', 'widget') }),
    data: z.null(),
  }),
  unlinkIdentityOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/identities/{provider}',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'Unlink a third-party account from a user with a role below your own',
    summaryZh: '为角色低于自己的用户解除绑定第三方账户',
    params: idParams.extend({ provider: providerOf('oauth', 'code', 'widget') }),
    data: z.null(),
  }),
  signInWithProvider: endpoint({
    method: 'GET',
    path: '/api/oauth/{provider}',
    access: 'optional',
    scope: 'session',
    audit: 'user',
    rateLimit: 'login',
    changesState: true,
    summary: `Log in, or link an account, with the code from a provider (${names('oauth', 'code')})`,
    summaryZh: '用第三方返回的授权码登录或绑定',
    params: z.object({ provider: providerOf('oauth', 'code') }),
    query: z.object({
      code: z.string().trim().max(1024, 'oauth_failed').optional(),
      /** Sent by providers that redirect the browser back. */
      state: z.string().max(256, 'oauth_state_invalid').optional(),
      /** The issuer that redirected the browser back, if the provider sends it (RFC 9207). */
      iss: z.string().max(512, 'oauth_failed').optional(),
      /** Sent here for providers that issue codes; otherwise when the login begins. */
      aff: referralCode,
      registration_code: registrationCode,
    }),
    data: signedIn,
    extras: loginExtras,
  }),
};
