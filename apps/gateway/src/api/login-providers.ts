import { endpoints, type LoginProviderId, loginProviderTable } from '@tollgate/contract';
import { hashRegistrationCode } from '../domain/accounts/registration-codes.ts';
import type { Domain } from '../domain/domain.ts';
import { readManageable } from '../domain/accounts/user-administration.ts';
import {
  consumeLoginState,
  consumeSignedProof,
  consumeTypedCode,
  createLoginState,
  type SignUpCodes,
  STATE_SECONDS,
} from '../domain/logins/login-states.ts';
import type { LoginProvider } from '../domain/logins/login-provider.ts';
import { loginProviders } from '../domain/logins/providers/index.ts';
import {
  bindIdentity,
  type ProvedIdentity,
  signInWithProvider,
} from '../domain/logins/sign-in-with-provider.ts';
import { providerSession } from '../domain/logins/provider-session.ts';
import { unlinkIdentity } from '../domain/logins/unlink-identity.ts';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { ApiResponse, type Call, implement, requireSession } from './context.ts';
import { readCookie } from '../platform/session-cookie.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { confirmedCaller } from './confirmed-caller.ts';
import { keepLoginProvider } from './login-provider-cookie.ts';
import { setCookie } from './set-cookie.ts';
import { signIn, trySignIn } from './sign-in.ts';

const STATE_COOKIE = 'oauth_state';
/** Maximum length of a code that a person types in. */
const TYPED_LENGTH_MAX = 64;

type AnyCall = Pick<
  Call<unknown>,
  'domain' | 'address' | 'requestId' | 'request' | 'reply' | 'caller'
>;

/** Returns the provider with an id if its login is on. Throws AppError oauth_off. */
function providerOf({ domain }: Pick<AnyCall, 'domain'>, id: LoginProviderId): LoginProvider {
  const entry = loginProviderTable.find((provider) => provider.id === id);
  if (!entry || !domain.options.get(entry.enabled.key)) throw new AppError('oauth_off');
  return loginProviders[id];
}

/** Returns the request's codes for a new account. */
const codesOf = (
  domain: Domain,
  query: { aff?: string | undefined; registration_code?: string | undefined },
): SignUpCodes => ({
  affCode: query.aff ?? '',
  registrationCodeHash: hashRegistrationCode(domain, query.registration_code),
});

/**
 * Refuses to link in a session that was not confirmed: a linked account gives access from then on. Checked
 * before a proof is used up, so that the same one works after the confirmation.
 */
const requireConfirmedCaller = (call: AnyCall) =>
  call.caller && mustBeConfirmed(call.domain, call.caller);

/** Links the account if a user is signed in, otherwise signs in. */
async function bindOrSignIn(call: AnyCall, proved: ProvedIdentity, codes: SignUpCodes) {
  if (call.caller) {
    requireSession(call.caller);
    await bindIdentity(call.domain, call.caller, proved);
    return new ApiResponse(null, { extras: { message: 'bind' } });
  }
  const { id } = proved.provider;
  const find = () => signInWithProvider(call.domain, proved, codes);
  const session = providerSession(id, proved.profile.session?.id ?? '');
  return signIn(call, await trySignIn(call, id, find), id, session);
}

export const loginProviderRoutes = [
  implement(endpoints.beginOauth, async (call) => {
    const { domain, query, caller } = call;
    // The state is valid for minutes, in this browser and for this user, so the callback does not check
    // again.
    requireConfirmedCaller(call);
    const provider = query.provider && providerOf(call, query.provider);
    const { state, browser } = await createLoginState(domain, {
      provider: provider?.id,
      userId: caller?.user.id ?? 0,
      ...codesOf(domain, query),
    });
    setCookie(call, { name: STATE_COOKIE, value: browser, path: '/', seconds: STATE_SECONDS });
    if (provider?.kind !== 'oauth') return state;
    const url = await provider.authorizationUrl(domain.loginProviderContext, state);
    return new ApiResponse(state, { extras: { authorization_url: url } });
  }),

  implement(endpoints.signInWithProvider, async (call) => {
    const { domain, params, query, request, caller } = call;
    const provider = providerOf(call, params.provider);
    const { code = '', state = '', iss: issuer = '' } = query;
    if (provider.kind === 'code') {
      requireConfirmedCaller(call);
      if (code === '' || code.length > TYPED_LENGTH_MAX)
        throw new AppError('verification_code_wrong');
      const profile = await provider.exchange(domain.loginProviderContext, code);
      await consumeTypedCode(domain, { provider: provider.id, subject: profile.subject, code });
      return bindOrSignIn(call, { provider, profile }, codesOf(domain, query));
    }
    if (provider.kind !== 'oauth') throw new AppError('oauth_provider_unknown');
    if (code === '') throw new AppError('oauth_failed');
    const codes = await consumeLoginState(domain, {
      provider: provider.id,
      state,
      browser: readCookie(request.raw, STATE_COOKIE) ?? '',
      userId: caller?.user.id ?? 0,
    });
    const callback = { code, state, issuer };
    const profile = await provider.exchange(domain.loginProviderContext, callback);
    const response = await bindOrSignIn(call, { provider, profile }, codes);
    if (!caller && provider.logoutUrl) {
      const { idToken = '' } = profile.session ?? {};
      keepLoginProvider(call, { id: provider.id, idToken });
    }
    return response;
  }),

  implement(endpoints.unlinkIdentity, async (call) => {
    const { user } = confirmedCaller(call);
    await unlinkIdentity(call.domain, user, call.params.provider);
    return null;
  }),

  implement(endpoints.unlinkIdentityOfUser, async (call) => {
    const { user } = confirmedCaller(call);
    const { id, provider } = call.params;
    await unlinkIdentity(call.domain, await readManageable(call.domain, user, id), provider);
    return null;
  }),

  implement(endpoints.signInWithWidget, async (call) => {
    const { domain, params, query } = call;
    requireConfirmedCaller(call);
    const provider = providerOf(call, params.provider);
    if (provider.kind !== 'widget') throw new AppError('oauth_provider_unknown');
    const { aff, registration_code, lang: _lang, ...fields } = query;
    const { profile, proof } = provider.verify(
      domain.loginProviderContext,
      fields,
      nowSeconds(domain.clock),
    );
    await consumeSignedProof(domain, proof);
    return bindOrSignIn(call, { provider, profile }, codesOf(domain, { aff, registration_code }));
  }),
];
