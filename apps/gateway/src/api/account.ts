import { endpoints } from '@tollgate/contract';
import {
  deleteSelf,
  editSelf,
  listOwnModels,
  transferEarnings,
} from '../domain/accounts/own-account.ts';
import { listOnboarding } from '../domain/onboarding/list-onboarding.ts';
import { usableGroups } from '../domain/options/groups.ts';
import { createAccessToken, endSession } from '../domain/accounts/sessions.ts';
import { presentUser } from '../domain/accounts/present-users.ts';
import { readUser } from '../domain/accounts/users.ts';
import { checkPassword } from '../domain/logins/check-password.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { SESSION_COOKIE } from '../platform/session-cookie.ts';
import { accountOf, ApiResponse, callerOf, implement } from './context.ts';
import { readKnownDevice } from './known-device-cookie.ts';
import { findLogoutUrl } from './login-provider-cookie.ts';
import { refuseNavigation } from './refuse-navigation.ts';
import { setCookie } from './set-cookie.ts';
import { signIn, trySignIn } from './sign-in.ts';

export const accountRoutes = [
  implement(endpoints.login, async (call) => {
    const { domain, body, query, address } = call;
    await domain.captcha.verify(query.turnstile, address);
    const check = () => checkPassword(domain, body.username, body.password);
    const identity = { name: body.username, device: readKnownDevice(call, body.username), address };
    const tried = () => trySignIn(call, 'password', check);
    return signIn(call, await call.limits.guessPassword(identity, tried), 'password');
  }),

  implement(endpoints.logout, async (call) => {
    refuseNavigation(call.request.headers);
    if (call.credential !== '') await endSession(call.domain, call.credential);
    setCookie(call, { name: SESSION_COOKIE, value: '', path: '/', seconds: 0 });
    const url = await findLogoutUrl(call);
    return url === undefined ? null : new ApiResponse(null, { extras: { logout_url: url } });
  }),

  implement(endpoints.getSelf, async (call) =>
    presentUser(call.domain, await readUser(call.domain, callerOf(call).user.id)),
  ),

  implement(endpoints.updateSelf, async (call) => {
    const caller = callerOf(call);
    const { address, body } = call;
    const edit = () => editSelf(call.domain, caller, { ...body, address });
    // Someone who finds an open browser must not be able to find out the password.
    if (body.original_password === undefined) await edit();
    else await call.limits.guess({ address, userId: caller.user.id }, edit);
    return null;
  }),

  implement(endpoints.deleteSelf, async (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    await deleteSelf(call.domain, callerOf(call).user);
    return null;
  }),

  implement(endpoints.createAccessToken, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    return createAccessToken(call.domain, callerOf(call));
  }),
  implement(endpoints.getAffiliateCode, async (call) => callerOf(call).user.aff_code),
  implement(endpoints.transferEarnings, async ({ domain, caller, body }) =>
    presentUser(domain, await transferEarnings(domain, callerOf({ caller }).user, body)),
  ),
  implement(endpoints.getOnboarding, ({ domain, caller }) =>
    listOnboarding(domain, callerOf({ caller }).user),
  ),
  implement(endpoints.listOwnModels, (call) => listOwnModels(call.domain, accountOf(call))),
  implement(endpoints.listOwnGroups, async (call) => usableGroups(call.domain, accountOf(call))),
];
