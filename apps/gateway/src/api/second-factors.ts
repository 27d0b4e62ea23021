import { endpoints } from '@tollgate/contract';
import { noteAudited } from '../domain/audit/audit-scope.ts';
import { readUser } from '../domain/accounts/users.ts';
import { readManageable } from '../domain/accounts/user-administration.ts';
import {
  confirmWithSecret,
  noteConfirmed,
  readSecurity,
} from '../domain/second-factors/confirm-session.ts';
import {
  beginChallenge,
  type ChallengeKind,
  finishChallenge,
  tryChallenge,
} from '../domain/second-factors/login-challenges.ts';
import {
  addPasskey,
  askForOwnPasskey,
  askForPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  verifyPasskey,
} from '../domain/second-factors/passkeys.ts';
import { renewRecoveryCodes } from '../domain/second-factors/recovery-codes.ts';
import { removeFactorsOf } from '../domain/second-factors/remove-factors-of.ts';
import {
  finishWithCode,
  finishWithPasskey,
  trySecondStep,
} from '../domain/second-factors/second-step.ts';
import { beginTotp, confirmTotp, removeTotp } from '../domain/second-factors/totp.ts';
import { AppError } from '../platform/app-error.ts';
import { type Call, callerOf, implement, requireSession } from './context.ts';
import { readKnownDevice } from './known-device-cookie.ts';
import { keepLoginStep, readLoginStep } from './login-step-cookie.ts';
import { confirmedCaller } from './confirmed-caller.ts';
import { startSignedIn, trySignIn } from './sign-in.ts';

type AnyCall = Pick<Call<unknown>, 'domain' | 'caller' | 'request' | 'reply'>;

/** Starts a passkey ceremony; the browser keeps half of what completes it. */
async function beginCeremony(
  call: AnyCall,
  kind: ChallengeKind,
  request: { options: Record<string, unknown>; webauthnChallenge: string },
) {
  const { webauthnChallenge, options } = request;
  const userId = call.caller?.user.id ?? 0;
  const ceremony = await beginChallenge(call.domain, { kind, userId, webauthnChallenge });
  keepLoginStep(call, ceremony.browser);
  return { challenge: ceremony.challenge, options };
}

/** Takes the challenge of a signed-in user's ceremony, if it is their own. It is valid once. */
async function takeOwnChallenge(call: AnyCall, kind: ChallengeKind, challenge: string) {
  const row = await tryChallenge(call.domain, kind, { challenge, browser: readLoginStep(call) });
  if (row.user_id !== callerOf(call).user.id) throw new AppError('login_step_expired');
  await finishChallenge(call.domain, row);
  return row.webauthn_challenge;
}

const loginRoutes = [
  implement(endpoints.finishLogin, async (call) => {
    const { domain, body, limits, address } = call;
    const ceremony = { challenge: body.challenge, browser: readLoginStep(call) };
    const row = await trySecondStep(domain, ceremony);
    const { username } = await readUser(domain, row.user_id);
    const identity = { address, userId: row.user_id, device: readKnownDevice(call, username) };
    const { user, method } = await limits.guess(identity, () =>
      trySignIn(call, 'totp', () => finishWithCode(domain, row, body.code)),
    );
    return startSignedIn(call, user, method, { providerSession: row.provider_session });
  }),
  implement(endpoints.finishLoginWithPasskey, async (call) => {
    const ceremony = { challenge: call.body.challenge, browser: readLoginStep(call) };
    const { response } = call.body;
    const finish = () => finishWithPasskey(call.domain, ceremony, { response, kind: 'login' });
    const { user, ...proof } = await trySignIn(call, 'passkey', finish);
    return startSignedIn(call, user, 'passkey', proof);
  }),
  implement(endpoints.beginPasskeyLogin, async (call) =>
    beginCeremony(call, 'passkey-login', await askForPasskey(call.domain)),
  ),
  implement(endpoints.finishPasskeyLogin, async (call) => {
    const ceremony = { challenge: call.body.challenge, browser: readLoginStep(call) };
    const { response } = call.body;
    const finish = () =>
      finishWithPasskey(call.domain, ceremony, { response, kind: 'passkey-login' });
    const { user, ...proof } = await trySignIn(call, 'passkey', finish);
    return startSignedIn(call, user, 'passkey', proof);
  }),
];

const confirmationRoutes = [
  implement(endpoints.getSecurity, (call) => readSecurity(call.domain, callerOf(call))),
  implement(endpoints.confirmSession, (call) => {
    const caller = callerOf(call);
    requireSession(caller);
    const { domain, address, body } = call;
    return call.limits.guess({ address, userId: caller.user.id }, () =>
      confirmWithSecret(domain, caller, body),
    );
  }),
  implement(endpoints.beginPasskeyConfirmation, async (call) => {
    const { user } = callerOf(call);
    return beginCeremony(
      call,
      'passkey-confirmation',
      await askForOwnPasskey(call.domain, user.id),
    );
  }),
  implement(endpoints.finishPasskeyConfirmation, async (call) => {
    const caller = callerOf(call);
    requireSession(caller);
    const { challenge, response } = call.body;
    const webauthnChallenge = await takeOwnChallenge(call, 'passkey-confirmation', challenge);
    const { user_id: userId } = await verifyPasskey(call.domain, { response, webauthnChallenge });
    if (userId !== caller.user.id) throw new AppError('passkey_failed');
    return noteConfirmed(call.domain, caller);
  }),
];

/** What administrators do to their own account is audited too. */
const auditOwnChange = (
  { id, username }: { id: number; username: string },
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => noteAudited({ id, name: username, before, after });

const ownFactorRoutes = [
  implement(endpoints.beginTotp, (call) => beginTotp(call.domain, confirmedCaller(call).user)),
  implement(endpoints.confirmTotp, (call) => {
    const caller = confirmedCaller(call);
    auditOwnChange(caller.user, { totp: false }, { totp: true });
    return call.limits.guess({ address: call.address, userId: caller.user.id }, () =>
      confirmTotp(call.domain, caller, call.body.code),
    );
  }),
  implement(endpoints.removeTotp, async (call) => {
    const { user } = confirmedCaller(call);
    auditOwnChange(user, { totp: true }, { totp: false });
    await removeTotp(call.domain, user.id);
    return null;
  }),
  implement(endpoints.renewRecoveryCodes, async (call) => {
    const caller = confirmedCaller(call);
    auditOwnChange(caller.user, {}, { recovery_codes: 'new' });
    return renewRecoveryCodes(call.domain, caller);
  }),
  implement(endpoints.beginPasskey, async (call) =>
    beginCeremony(
      call,
      'passkey-addition',
      await beginPasskey(call.domain, confirmedCaller(call).user),
    ),
  ),
  implement(endpoints.addPasskey, async (call) => {
    const caller = confirmedCaller(call);
    const { challenge, name, response } = call.body;
    const webauthnChallenge = await takeOwnChallenge(call, 'passkey-addition', challenge);
    auditOwnChange(caller.user, {}, { passkey: name });
    return addPasskey(call.domain, caller, { name, response, webauthnChallenge });
  }),
  implement(endpoints.renamePasskey, async (call) => {
    const input = { userId: callerOf(call).user.id, id: call.params.id, name: call.body.name };
    await renamePasskey(call.domain, input);
    return null;
  }),
  implement(endpoints.removePasskey, async (call) => {
    const { user } = confirmedCaller(call);
    auditOwnChange(user, { passkey: `#${call.params.id}` }, {});
    await removePasskey(call.domain, { userId: user.id, id: call.params.id });
    return null;
  }),
  implement(endpoints.removeSecondFactors, async (call) => {
    const { user } = confirmedCaller(call);
    await removeFactorsOf(
      call.domain,
      user,
      await readManageable(call.domain, user, call.params.id),
    );
    return null;
  }),
];

export const secondFactorRoutes = [...loginRoutes, ...confirmationRoutes, ...ownFactorRoutes];
