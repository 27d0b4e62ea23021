import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signedInUser } from './account.ts';

/** The providers that answer with a code and a state. */
export const REDIRECT_PROVIDERS = ['github', 'linuxdo'] as const;
export type RedirectProvider = (typeof REDIRECT_PROVIDERS)[number];

/** The user who is signed in then; null, with the message bind, where one was already and has bound it. */
const entered = signedInUser.nullable();
const code = z.string({ error: 'oauth_failed' }).trim().min(1, 'oauth_failed').max(1024);
const signed = z.string().max(1024).optional();

export const loginProviderEndpoints = {
  beginOauth: endpoint({
    method: 'GET',
    path: '/api/oauth/state',
    access: 'optional',
    changesState: true,
    summary: 'Begin a login at another site: the state for its address, good once in this browser',
    query: z.object({ aff: z.string().trim().max(64).optional() }),
    data: z.string(),
  }),
  enterByWechat: endpoint({
    method: 'GET',
    path: '/api/oauth/wechat',
    access: 'optional',
    rateLimit: 'login',
    changesState: true,
    summary: 'Log in, or bind, with a code of the official account of WeChat',
    query: z.object({
      code: z
        .string({ error: 'verification_code_wrong' })
        .trim()
        .min(1, 'verification_code_wrong')
        .max(64, 'verification_code_wrong'),
      aff: z.string().trim().max(64).optional(),
    }),
    data: entered,
  }),
  enterByTelegram: endpoint({
    method: 'GET',
    path: '/api/oauth/telegram/login',
    access: 'optional',
    rateLimit: 'login',
    changesState: true,
    summary: "Log in, or bind, with what Telegram's widget signed",
    query: z.object({
      id: signed,
      first_name: signed,
      last_name: signed,
      username: signed,
      photo_url: signed,
      auth_date: signed,
      hash: z.string({ error: 'oauth_failed' }).max(128, 'oauth_failed'),
      lang: signed,
      aff: z.string().trim().max(64).optional(),
    }),
    data: entered,
  }),
  enterByCode: endpoint({
    method: 'GET',
    path: '/api/oauth/{provider}',
    access: 'optional',
    rateLimit: 'login',
    changesState: true,
    summary: 'Log in, or bind, with the code that GitHub or LinuxDO sent back',
    params: z.object({ provider: z.enum(REDIRECT_PROVIDERS, { error: 'oauth_provider_unknown' }) }),
    query: z.object({ code, state: z.string({ error: 'oauth_state_invalid' }).max(256) }),
    data: entered,
  }),
};
