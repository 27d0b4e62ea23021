import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { onboardingStep } from '../entities/onboarding.ts';
import { loginStep } from '../entities/security.ts';
import { idempotencyKeyField, quotaField } from '../entities/token.ts';
import { displayNameField, passwordField, userEntity, usernameField } from '../entities/user.ts';
import { humanCheckQuery } from './registration.ts';

/** The user plus the session credential; the flag is set while the factory password is. */
export const signedInUser = userEntity.extend({
  token: z.string(),
  default_credentials: z.boolean(),
});

/** Stands beside the data of a login that needs a second factor; then the data is null. */
export const loginExtras = z.object({ second_factor: loginStep.optional() });

export const groupInfo = z.object({ desc: z.string(), ratio: z.number() });

export const accountEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    rateLimit: 'login',
    summary: 'Log in with username or e-mail and password',
    query: humanCheckQuery,
    body: z.object({
      username: z
        .string({ error: 'login_fields_required' })
        .trim()
        .min(1, 'login_fields_required')
        .max(254),
      password: z
        .string({ error: 'login_fields_required' })
        .min(1, 'login_fields_required')
        .max(1024),
    }),
    data: signedInUser.nullable(),
    extras: loginExtras,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/user/logout',
    access: 'optional',
    summary: 'End the current session',
    data: z.null(),
    /** Where the session at the login provider ends too, for the browser to go on to. */
    extras: z.object({ logout_url: z.string().optional() }),
  }),
  getSelf: endpoint({
    method: 'GET',
    path: '/api/user/self',
    access: 'user',
    summary: 'Your account',
    data: userEntity,
  }),
  updateSelf: endpoint({
    method: 'PUT',
    path: '/api/user/self',
    access: 'user',
    audit: 'account',
    summary: 'Change your username, display name or password; other fields are ignored',
    body: z.object({
      username: usernameField.optional(),
      display_name: displayNameField.optional(),
      /** Empty means unchanged. */
      password: z.union([z.literal(''), passwordField]).optional(),
      /** Needed for a new password, unless the option CurrentPasswordRequired is off or there is none yet. */
      original_password: z.string().max(1024).optional(),
    }),
    data: z.null(),
  }),
  deleteSelf: endpoint({
    method: 'DELETE',
    path: '/api/user/self',
    access: 'user',
    audit: 'account',
    summary: 'Delete your account',
    data: z.null(),
  }),
  createAccessToken: endpoint({
    method: 'GET',
    path: '/api/user/token',
    access: 'user',
    audit: 'account',
    changesState: true,
    summary: 'Create a new system access token; the previous one stops working',
    data: z.string(),
  }),
  getAffiliateCode: endpoint({
    method: 'GET',
    path: '/api/user/aff',
    access: 'user',
    summary: 'Your invitation code',
    data: z.string(),
  }),
  transferEarnings: endpoint({
    method: 'POST',
    path: '/api/user/aff_transfer',
    access: 'user',
    summary: 'Move pending invitation earnings to your balance; returns the user',
    body: z.object({
      quota: quotaField,
      idempotency_key: idempotencyKeyField.optional(),
    }),
    data: userEntity,
  }),
  getOnboarding: endpoint({
    method: 'GET',
    path: '/api/user/onboarding',
    access: 'user',
    summary: 'Steps up to the first call: for administrators those of the site, otherwise your own',
    data: z.array(onboardingStep),
  }),
  listOwnModels: endpoint({
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    summary: 'Models your groups can call',
    data: z.array(z.string()),
  }),
  listOwnGroups: endpoint({
    method: 'GET',
    path: '/api/user/self/groups',
    access: 'user',
    summary: 'Groups your keys may use, with description and ratio',
    data: z.record(z.string(), groupInfo),
  }),
};
