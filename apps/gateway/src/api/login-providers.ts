import { endpoints, type RedirectProvider } from '@tollgate/contract';
import { bindIdentity, signInWithProvider } from '../domain/logins/sign-in-with-provider.ts';
import {
  type ProviderProfile,
  type LoginProviderId,
  SITE_SWITCHES,
} from '../domain/logins/provider-profile.ts';
import {
  createLoginState,
  consumeLoginState,
  consumeSignedProof,
  STATE_SECONDS,
} from '../domain/logins/login-states.ts';
import type { LoginProviderContext } from '../domain/logins/login-provider-context.ts';
import { readGithub } from '../domain/logins/providers/github.ts';
import { readLinuxdo } from '../domain/logins/providers/linuxdo.ts';
import { readTelegram } from '../domain/logins/providers/telegram.ts';
import { readWechat } from '../domain/logins/providers/wechat.ts';
import { readCookie } from './session-cookie.ts';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { Answer, type Call, implement, mustHaveSession } from './context.ts';
import { isSecure, signIn } from './sign-in.ts';

const STATE_COOKIE = 'oauth_state';

const READERS: Readonly<
  Record<RedirectProvider, (tools: LoginProviderContext, code: string) => Promise<ProviderProfile>>
> = { github: readGithub, linuxdo: readLinuxdo };

function mustBeOn({ domain }: Pick<Call<unknown>, 'domain'>, site: LoginProviderId): void {
  if (domain.options.raw(SITE_SWITCHES[site]) !== 'true') throw new AppError('oauth_off');
}

/** Binds where somebody is signed in, else signs in. */
async function answer(
  call: Pick<Call<unknown>, 'domain' | 'address' | 'request' | 'reply' | 'caller'>,
  external: ProviderProfile,
  affCode: string,
) {
  if (call.caller) {
    mustHaveSession(call.caller);
    await bindIdentity(call.domain, call.caller.user, external);
    return new Answer(null, { extras: { message: 'bind' } });
  }
  return signIn(call, await signInWithProvider(call.domain, external, affCode));
}

export const loginProviderRoutes = [
  implement(endpoints.beginOauth, async (call) => {
    const { state, browser } = await createLoginState(call.domain, {
      userId: call.caller?.user.id ?? 0,
      affCode: call.query.aff ?? '',
    });
    call.reply.header(
      'set-cookie',
      `${STATE_COOKIE}=${browser}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${STATE_SECONDS}${isSecure(call) ? '; Secure' : ''}`,
    );
    return state;
  }),

  implement(endpoints.enterByCode, async (call) => {
    const { domain, params, query, request, caller } = call;
    mustBeOn(call, params.provider);
    const affCode = await consumeLoginState(domain, {
      state: query.state,
      browser: readCookie(request.raw, STATE_COOKIE) ?? '',
      userId: caller?.user.id ?? 0,
    });
    const external = await READERS[params.provider](domain.loginProviderContext, query.code);
    return answer(call, external, affCode);
  }),

  implement(endpoints.enterByWechat, async (call) => {
    mustBeOn(call, 'wechat');
    const external = await readWechat(call.domain.loginProviderContext, call.query.code);
    return answer(call, external, call.query.aff ?? '');
  }),

  implement(endpoints.enterByTelegram, async (call) => {
    const { domain, query } = call;
    mustBeOn(call, 'telegram');
    const { aff = '', lang: _lang, ...proof } = query;
    const botToken = domain.options.text('TelegramBotToken');
    const external = readTelegram(proof, { botToken, now: nowSeconds(domain.clock) });
    await consumeSignedProof(domain, proof.hash.toLowerCase());
    return answer(call, external, aff);
  }),
];
