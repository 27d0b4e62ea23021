import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { passkeyEntity, securityEntity } from '../entities/security.ts';
import { signedInUser } from './account.ts';

const challenge = z.string({ error: 'login_step_expired' }).max(128, 'login_step_expired');
const codeField = z
  .string({ error: 'second_factor_wrong' })
  .trim()
  .min(1, 'second_factor_wrong')
  .max(64, 'second_factor_wrong');
/** Options of a WebAuthn ceremony, and what the browser made of them, as JSON (Web Authentication, 5.1.8). */
const webauthn = z.record(z.string(), z.unknown());
const passkeyName = z.string().trim().min(1, 'passkey_name_length').max(40, 'passkey_name_length');

export const secondFactorEndpoints = {
  finishLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/second_factor',
    access: 'public',
    rateLimit: 'login',
    summary: 'Finish a login with an authenticator code or a recovery code',
    body: z.object({ challenge, code: codeField }),
    data: signedInUser,
  }),
  finishLoginWithPasskey: endpoint({
    method: 'POST',
    path: '/api/user/login/second_factor/passkey',
    access: 'public',
    rateLimit: 'login',
    summary: 'Finish a login with a passkey as second factor',
    body: z.object({ challenge, response: webauthn }),
    data: signedInUser,
  }),
  beginPasskeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey/options',
    access: 'public',
    rateLimit: 'login',
    summary: 'Begin a passkey login: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  finishPasskeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey',
    access: 'public',
    rateLimit: 'login',
    summary: 'Finish a login with the passkey’s signature',
    body: z.object({ challenge, response: webauthn }),
    data: signedInUser,
  }),
  getSecurity: endpoint({
    method: 'GET',
    path: '/api/user/security',
    access: 'user',
    summary: 'How your account is protected: second factors and passkeys',
    data: securityEntity,
  }),
  confirmSession: endpoint({
    method: 'POST',
    path: '/api/user/confirm',
    access: 'user',
    summary: 'Confirm your session for some minutes with the password or a code',
    body: z.object({
      method: z.enum(['password', 'totp']),
      secret: z.string({ error: 'second_factor_wrong' }).min(1, 'second_factor_wrong').max(1024),
    }),
    data: z.object({ confirmed_until: z.number().int() }),
  }),
  beginPasskeyConfirmation: endpoint({
    method: 'POST',
    path: '/api/user/confirm/passkey/options',
    access: 'user',
    summary: 'Begin confirming your session with a passkey: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  finishPasskeyConfirmation: endpoint({
    method: 'POST',
    path: '/api/user/confirm/passkey',
    access: 'user',
    summary: 'Confirm your session with the passkey’s signature',
    body: z.object({ challenge, response: webauthn }),
    data: z.object({ confirmed_until: z.number().int() }),
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/user/totp/setup',
    access: 'user',
    summary: 'Create a secret for an authenticator app; it takes effect once a code is confirmed',
    data: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/user/totp/confirm',
    access: 'user',
    summary: 'Turn on the authenticator app with one of its codes; returns recovery codes',
    body: z.object({ code: codeField }),
    data: z.array(z.string()),
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/user/totp',
    access: 'user',
    summary: 'Turn off the authenticator app; its recovery codes end with it',
    data: z.null(),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/recovery_codes',
    access: 'user',
    summary: 'Create new recovery codes; the previous ones stop working',
    data: z.array(z.string()),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkey/options',
    access: 'user',
    summary: 'Begin adding a passkey: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkey',
    access: 'user',
    summary: 'Add the passkey the browser created; returns recovery codes if there were none',
    body: z.object({ challenge, name: passkeyName, response: webauthn }),
    data: z.object({ passkey: passkeyEntity, recovery_codes: z.array(z.string()) }),
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Rename one of your passkeys',
    params: z.object({ id: z.coerce.number().int() }),
    body: z.object({ name: passkeyName }),
    data: z.null(),
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Remove one of your passkeys',
    params: z.object({ id: z.coerce.number().int() }),
    data: z.null(),
  }),
  removeSecondFactors: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/second_factors',
    access: 'admin',
    audit: 'user',
    summary: 'Remove the authenticator app and all passkeys of a user who lost them',
    params: z.object({ id: z.coerce.number().int() }),
    data: z.null(),
  }),
};
