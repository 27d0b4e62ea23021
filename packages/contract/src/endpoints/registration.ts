import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { registrationCodeField } from '../entities/registration-code.ts';
import { emailField, passwordField, usernameField } from '../entities/user.ts';

/** The token of the human verification, required while that is on. */
export const humanCheckQuery = z.object({ turnstile: z.string().max(4096).optional() });

const emailCode = z.string().trim().max(64);

export const registrationEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    scope: 'open',
    rateLimit: 'login',
    summary: 'Register an account, with the code of GET /api/verification if e-mails are verified',
    summaryZh: '注册账户；启用邮箱验证时需提供 GET /api/verification 的验证码',
    query: humanCheckQuery,
    body: z.object({
      username: usernameField,
      password: passwordField,
      password2: z.string().max(1024).optional(),
      /** Read only while e-mail addresses are verified. */
      email: z.union([z.literal(''), emailField]).optional(),
      verification_code: emailCode.optional(),
      aff_code: z.string().trim().max(64).optional(),
      /** Required while registration is by invitation only. */
      registration_code: registrationCodeField.optional(),
    }),
    data: z.null(),
  }),
  sendEmailCode: endpoint({
    method: 'GET',
    path: '/api/verification',
    access: 'public',
    scope: 'open',
    rateLimit: 'login',
    changesState: true,
    summary: 'Send a verification code for registration or for linking an address',
    summaryZh: '发送邮箱验证码，用于注册或绑定邮箱',
    query: humanCheckQuery.extend({ email: emailField }),
    data: z.null(),
  }),
  sendPasswordReset: endpoint({
    method: 'GET',
    path: '/api/reset_password',
    access: 'public',
    scope: 'open',
    rateLimit: 'login',
    changesState: true,
    summary: 'Send a password reset link if an account has this e-mail address',
    summaryZh: '若有账户使用该邮箱，发送密码重置链接',
    query: humanCheckQuery.extend({ email: emailField }),
    data: z.null(),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/user/reset',
    access: 'public',
    scope: 'open',
    rateLimit: 'login',
    summary: 'Get a new password for a reset link; all sessions end',
    summaryZh: '用重置链接获取新密码，所有会话随之结束',
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
    scope: 'session',
    audit: 'user',
    rateLimit: 'login',
    changesState: true,
    summary: 'Link an e-mail address to your account with the code sent to it',
    summaryZh: '用验证码将邮箱绑定到自己的账户',
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
