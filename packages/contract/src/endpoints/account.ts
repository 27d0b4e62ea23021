import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { onboardingStep } from '../entities/onboarding.ts';
import { loginStep } from '../entities/security.ts';
import { idempotencyKeyField, quotaField } from '../entities/token.ts';
import { displayNameField, passwordField, userEntity, usernameField } from '../entities/user.ts';
import { humanCheckQuery } from './registration.ts';

/** The user and the session credential; the flag is set while the factory password is in use. */
export const signedInUser = userEntity.extend({
  token: z.string(),
  default_credentials: z.boolean(),
});

/** Sent beside the data of a login that needs a second factor; the data is then null. */
export const loginExtras = z.object({ second_factor: loginStep.optional() });

export const groupInfo = z.object({ desc: z.string(), ratio: z.number() });

export const accountEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    scope: 'open',
    rateLimit: 'login',
    summary: 'Log in with username or e-mail and password',
    summaryZh: '用用户名或邮箱和密码登录',
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
    scope: 'open',
    summary: 'End the current session',
    summaryZh: '结束当前会话',
    data: z.null(),
    /** The login provider's logout address for the browser to go to, if its session can end too. */
    extras: z.object({ logout_url: z.string().optional() }),
  }),
  getSelf: endpoint({
    method: 'GET',
    path: '/api/user/self',
    access: 'user',
    scope: 'account:read',
    summary: 'Your account',
    summaryZh: '当前用户',
    data: userEntity,
  }),
  updateSelf: endpoint({
    method: 'PUT',
    path: '/api/user/self',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'Change your username, display name or password; other fields are ignored',
    summaryZh: '修改自己的用户名、显示名称或密码，其他字段会被忽略',
    body: z.object({
      username: usernameField.optional(),
      display_name: displayNameField.optional(),
      /** Empty means unchanged. */
      password: z.union([z.literal(''), passwordField]).optional(),
      /**
       * Required to set a new password, unless the option CurrentPasswordRequired is off or there is none
       * yet.
       */
      original_password: z.string().max(1024).optional(),
    }),
    data: z.null(),
  }),
  deleteSelf: endpoint({
    method: 'DELETE',
    path: '/api/user/self',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'Delete your account',
    summaryZh: '删除自己的账户',
    data: z.null(),
  }),
  createAccessToken: endpoint({
    method: 'GET',
    path: '/api/user/token',
    access: 'user',
    scope: 'session',
    audit: 'account',
    changesState: true,
    summary: 'Create a new system access token; the previous one stops working',
    summaryZh: '生成新的系统访问令牌，之前的令牌立即失效',
    data: z.string(),
  }),
  getAffiliateCode: endpoint({
    method: 'GET',
    path: '/api/user/aff',
    access: 'user',
    scope: 'account:read',
    summary: 'Your invitation code',
    summaryZh: '自己的邀请码',
    data: z.string(),
  }),
  transferEarnings: endpoint({
    method: 'POST',
    path: '/api/user/aff_transfer',
    access: 'user',
    scope: 'billing:write',
    summary: 'Move pending invitation earnings to your balance; returns the user',
    summaryZh: '将可用的邀请收益划转到余额，返回用户信息',
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
    scope: 'account:read',
    summary: 'Setup steps up to the first call: the site’s for administrators, otherwise your own',
    summaryZh: '到第一次调用为止的步骤：管理员为站点步骤，其他用户为自己的步骤',
    data: z.array(onboardingStep),
  }),
  listOwnModels: endpoint({
    method: 'GET',
    path: '/api/user/models',
    access: 'user',
    scope: 'account:read',
    team: 'member',
    summary: 'Models your groups can call',
    summaryZh: '自己的分组可调用的模型',
    data: z.array(z.string()),
  }),
  listOwnGroups: endpoint({
    method: 'GET',
    path: '/api/user/self/groups',
    access: 'user',
    scope: 'account:read',
    team: 'member',
    summary: 'Groups your keys may use, with description and ratio',
    summaryZh: '自己的令牌可用的分组，含说明和倍率',
    data: z.record(z.string(), groupInfo),
  }),
};
