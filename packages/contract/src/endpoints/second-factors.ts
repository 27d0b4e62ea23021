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
    summary: 'Finish a login with a code of an authenticator app, or a recovery code',
    body: z.object({ challenge, code: codeField }),
    data: signedInUser,
  }),
  finishLoginWithPasskey: endpoint({
    method: 'POST',
    path: '/api/user/login/second_factor/passkey',
    access: 'public',
    rateLimit: 'login',
    summary: 'Finish a login with a passkey as its second factor',
    body: z.object({ challenge, response: webauthn }),
    data: signedInUser,
  }),
  beginPasskeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey/options',
    access: 'public',
    rateLimit: 'login',
    summary: 'Begin a login with a passkey: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  finishPasskeyLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/passkey',
    access: 'public',
    rateLimit: 'login',
    summary: 'Finish a login with what a passkey signed',
    body: z.object({ challenge, response: webauthn }),
    data: signedInUser,
  }),
  getSecurity: endpoint({
    method: 'GET',
    path: '/api/user/security',
    access: 'user',
    summary: 'How the own account is protected: second factors and passkeys',
    data: securityEntity,
  }),
  confirmSession: endpoint({
    method: 'POST',
    path: '/api/user/confirm',
    access: 'user',
    summary: 'Confirm the own session for some minutes, with the password or a code',
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
    summary: 'Begin to confirm the own session with a passkey: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  finishPasskeyConfirmation: endpoint({
    method: 'POST',
    path: '/api/user/confirm/passkey',
    access: 'user',
    summary: 'Confirm the own session with what a passkey signed',
    body: z.object({ challenge, response: webauthn }),
    data: z.object({ confirmed_until: z.number().int() }),
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/user/totp/setup',
    access: 'user',
    summary: 'Make a secret for an authenticator app; it counts once a code of it was confirmed',
    data: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/user/totp/confirm',
    access: 'user',
    summary: 'Switch the authenticator app on with a code of it; answers recovery codes',
    body: z.object({ code: codeField }),
    data: z.array(z.string()),
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/user/totp',
    access: 'user',
    summary: 'Switch the authenticator app off; its recovery codes end with it',
    data: z.null(),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/recovery_codes',
    access: 'user',
    summary: 'Make new recovery codes; those before stop working',
    data: z.array(z.string()),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkey/options',
    access: 'user',
    summary: 'Begin to add a passkey: options for the browser',
    data: z.object({ challenge: z.string(), options: webauthn }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkey',
    access: 'user',
    summary: 'Add the passkey that the browser made; answers recovery codes where there were none',
    body: z.object({ challenge, name: passkeyName, response: webauthn }),
    data: z.object({ passkey: passkeyEntity, recovery_codes: z.array(z.string()) }),
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Rename an own passkey',
    params: z.object({ id: z.coerce.number().int() }),
    body: z.object({ name: passkeyName }),
    data: z.null(),
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Remove an own passkey',
    params: z.object({ id: z.coerce.number().int() }),
    data: z.null(),
  }),
  removeSecondFactors: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/second_factors',
    access: 'admin',
    audit: 'user',
    summary: 'Take the authenticator app and all passkeys from a user who lost them',
    params: z.object({ id: z.coerce.number().int() }),
    data: z.null(),
  }),
};
