import { endpoints, type OauthProvider } from '@tollgate/contract';
import { bindExternal, enter } from '../domain/oauth/enter.ts';
import {
  type ExternalAccount,
  type OauthSite,
  SITE_SWITCHES,
} from '../domain/oauth/external-account.ts';
import { beginOauth, endOauth, spendProof, STATE_SECONDS } from '../domain/oauth/oauth-states.ts';
import type { OauthTools } from '../domain/oauth/oauth-tools.ts';
import { readGithub } from '../domain/oauth/read-github.ts';
import { readLinuxdo } from '../domain/oauth/read-linuxdo.ts';
import { readTelegram } from '../domain/oauth/read-telegram.ts';
import { readWechat } from '../domain/oauth/read-wechat.ts';
import { readCookie } from '../identity/read-credential.ts';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { Answer, type Call, implement, mustHaveSession } from './context.ts';
import { isSecure, signIn } from './sign-in.ts';

const STATE_COOKIE = 'oauth_state';

const READERS: Readonly<
  Record<OauthProvider, (tools: OauthTools, code: string) => Promise<ExternalAccount>>
> = { github: readGithub, linuxdo: readLinuxdo };

function mustBeOn({ domain }: Pick<Call<unknown>, 'domain'>, site: OauthSite): void {
  if (!domain.options.boolean(SITE_SWITCHES[site])) throw new AppError('oauth_off');
}

/** Binds where somebody is signed in, else signs in. */
async function answer(
  call: Pick<Call<unknown>, 'domain' | 'address' | 'request' | 'reply' | 'caller'>,
  external: ExternalAccount,
  affCode: string,
) {
  if (call.caller) {
    mustHaveSession(call.caller);
    await bindExternal(call.domain, call.caller.user, external);
    return new Answer(null, { extras: { message: 'bind' } });
  }
  return signIn(call, await enter(call.domain, external, affCode));
}

export const oauthRoutes = [
  implement(endpoints.beginOauth, async (call) => {
    const { state, browser } = await beginOauth(call.domain, {
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
    const affCode = await endOauth(domain, {
      state: query.state,
      browser: readCookie(request.raw, STATE_COOKIE) ?? '',
      userId: caller?.user.id ?? 0,
    });
    const external = await READERS[params.provider](domain.oauthTools, query.code);
    return answer(call, external, affCode);
  }),

  implement(endpoints.enterByWechat, async (call) => {
    mustBeOn(call, 'wechat');
    const external = await readWechat(call.domain.oauthTools, call.query.code);
    return answer(call, external, call.query.aff ?? '');
  }),

  implement(endpoints.enterByTelegram, async (call) => {
    const { domain, query } = call;
    mustBeOn(call, 'telegram');
    const { aff = '', lang: _lang, ...proof } = query;
    const botToken = domain.options.text('TelegramBotToken');
    const external = readTelegram(proof, { botToken, now: nowSeconds(domain.clock) });
    await spendProof(domain, proof.hash.toLowerCase());
    return answer(call, external, aff);
  }),
];
