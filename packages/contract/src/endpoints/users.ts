import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  displayNameField,
  passwordField,
  USER_SORTS,
  userEntity,
  usernameField,
} from '../entities/user.ts';
import { balanceField, idempotencyKeyField, quotaField } from '../entities/token.ts';
import { BATCH_MAX, batchRefusals } from '../batch-refusals.ts';
import {
  idField,
  idParams,
  pageNumber,
  pageOf,
  pageQuery,
  pageSize,
  queryFlag,
  sortOf,
} from '../paging.ts';

export const MANAGE_ACTIONS = ['promote', 'demote', 'enable', 'disable', 'delete'] as const;
/** Longest reason: a short text in the ledger and the log. */
export const QUOTA_REASON_LENGTH_MAX = 200;

export type ManageAction = (typeof MANAGE_ACTIONS)[number];

/** Comma-separated group names, without duplicates. */
const groupsField = z
  .string()
  .trim()
  .max(255, 'group_invalid')
  .transform((text) =>
    [
      ...new Set(
        text
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ].join(','),
  )
  .pipe(z.string().min(1, 'group_invalid'));

const userBatch = z
  .object({
    ids: z.array(idField).min(1).max(BATCH_MAX),
    action: z.enum(['enable', 'disable', 'delete', 'group'], { error: 'unknown_action' }),
    /** For the action `group`: comma-separated names. */
    group: groupsField.optional(),
  })
  .refine(({ action, group }) => action !== 'group' || group !== undefined, {
    message: 'group_invalid',
    path: ['group'],
  });
export type UserBatch = z.output<typeof userBatch>;

export const userEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/user/',
    access: 'admin',
    scope: 'users:read',
    summary: 'All users, newest first, including deleted ones',
    summaryZh: '所有用户，最新在前，含已删除的用户',
    query: pageQuery,
    data: pageOf(userEntity),
  }),
  searchUsers: endpoint({
    method: 'GET',
    path: '/api/user/search',
    access: 'admin',
    scope: 'users:read',
    summary: 'Users by ID, username, display name or e-mail, and by group, role and status',
    summaryZh: '按 ID、用户名、显示名称或邮箱，以及分组、角色和状态搜索用户',
    query: z.object({
      keyword: z.string().trim().max(254).catch(''),
      group: z.string().trim().max(64).catch(''),
      /** 0 means any; with a status, deleted users are left out. */
      role: z.coerce.number().int().min(0).max(100).catch(0),
      status: z.coerce.number().int().min(0).max(9).catch(0),
      /** 1: deleted users only. */
      deleted: queryFlag,
      sort: sortOf(USER_SORTS),
      p: pageNumber,
      page_size: pageSize,
    }),
    data: pageOf(userEntity),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}',
    access: 'admin',
    scope: 'users:read',
    summary: 'One user',
    summaryZh: '单个用户',
    params: idParams,
    data: userEntity,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/api/user/',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'Create a user with a role below your own',
    summaryZh: '创建角色低于自己的用户',
    body: z.object({
      username: z
        .string({ error: 'user_fields_required' })
        .trim()
        .min(1, 'user_fields_required')
        .pipe(usernameField),
      password: z
        .string({ error: 'user_fields_required' })
        .min(1, 'user_fields_required')
        .pipe(passwordField),
      display_name: displayNameField.optional(),
      role: z
        .union([z.literal(1), z.literal(10), z.literal(100)], { error: 'role_invalid' })
        .optional(),
    }),
    data: userEntity,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/api/user/',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary:
      'Edit a user with a role below your own; quota is booked as the difference to quota_before',
    summaryZh: '编辑角色低于自己的用户；额度按与 quota_before 的差额登记',
    body: z.object({
      id: idField,
      username: usernameField.optional(),
      display_name: displayNameField.optional(),
      password: z.union([z.literal(''), passwordField]).optional(),
      group: groupsField.optional(),
      quota: quotaField.optional(),
      /** The balance the editor saw. If given, only the difference is booked. */
      quota_before: balanceField.optional(),
      /** Why the balance changes; kept in the ledger and the log. */
      reason: z.string().trim().max(QUOTA_REASON_LENGTH_MAX).optional(),
      idempotency_key: idempotencyKeyField.optional(),
      role: z.number().int().optional(),
    }),
    data: userEntity,
  }),
  manageUser: endpoint({
    method: 'POST',
    path: '/api/user/manage',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'Promote, demote, enable, disable or delete a user',
    summaryZh: '提升、降级、启用、禁用或删除用户',
    body: z.object({
      id: idField,
      action: z.enum(MANAGE_ACTIONS, { error: 'unknown_action' }),
    }),
    data: z.object({ status: z.number().int(), role: z.number().int() }),
  }),
  manageUsers: endpoint({
    method: 'POST',
    path: '/api/user/manage/batch',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary:
      'Enable, disable, delete or set the groups of many users; returns those that could not be changed, and why',
    summaryZh: '批量启用、禁用、删除用户或设置分组；返回未能更改的用户及原因',
    body: userBatch,
    data: z.object({ done: z.number().int(), refused: batchRefusals }),
  }),
  listGroups: endpoint({
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    scope: 'users:read',
    summary: 'All group names',
    summaryZh: '所有分组名称',
    data: z.array(z.string()),
  }),
};
