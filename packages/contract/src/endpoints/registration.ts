import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { registrationCodeField } from '../entities/registration-code.ts';
import { emailField, passwordField, usernameField } from '../entities/user.ts';

/** The token of the human verification, needed while that is on. */
export const humanCheckQuery = z.object({ turnstile: z.string().max(4096).optional() });

const emailCode = z.string().trim().max(64);

export const registrationEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    rateLimit: 'login',
    summary: 'Register an account, with the code of GET /api/verification if e-mails are verified',
    query: humanCheckQuery,
    body: z.object({
      username: usernameField,
      password: passwordField,
      password2: z.string().max(1024).optional(),
      /** Looked at while e-mails are verified only. */
      email: z.union([z.literal(''), emailField]).optional(),
      verification_code: emailCode.optional(),
      aff_code: z.string().trim().max(64).optional(),
      /** Needed while registration takes a code. */
      registration_code: registrationCodeField.optional(),
    }),
    data: z.null(),
  }),
  sendEmailCode: endpoint({
    method: 'GET',
    path: '/api/verification',
    access: 'public',
    rateLimit: 'login',
    changesState: true,
    summary: 'Send a verification code for registration or for linking an address',
    query: humanCheckQuery.extend({ email: emailField }),
    data: z.null(),
  }),
  sendPasswordReset: endpoint({
    method: 'GET',
    path: '/api/reset_password',
    access: 'public',
    rateLimit: 'login',
    changesState: true,
    summary: 'Send a password reset link if an account has this e-mail address',
    query: humanCheckQuery.extend({ email: emailField }),
    data: z.null(),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/user/reset',
    access: 'public',
    rateLimit: 'login',
    summary: 'Get a new password for a reset link; all sessions end',
    body: z.object({
      email: emailField,
      token: z
        .string({ error: 'reset_link_invalid' })
        .trim()
        .min(1, 'reset_link_invalid')
        .max(256, 'reset_link_invalid'),
    }),
    data: z.string(),
  }),
  bindEmail: endpoint({
    method: 'GET',
    path: '/api/oauth/email/bind',
    access: 'user',
    rateLimit: 'login',
    changesState: true,
    summary: 'Link an e-mail address to your account with the code sent to it',
    query: z.object({
      email: emailField,
      code: z
        .string({ error: 'verification_code_required' })
        .trim()
        .min(1, 'verification_code_required')
        .max(64, 'verification_code_wrong'),
    }),
    data: z.null(),
  }),
};
