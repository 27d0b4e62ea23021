import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { managedKeyEntity } from '../entities/managed-key.ts';
import { userEntity } from '../entities/user.ts';
import { idField, idParams, pageOf, pageQuery } from '../paging.ts';

export const REMARK_LENGTH_MAX = 2000;
/** How many days a deleted user can be restored; the name is reserved until then. */
export const RESTORE_DAYS = 30;

const remarkField = z.string().max(REMARK_LENGTH_MAX);

export const managedUserEndpoints = {
  listKeysOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/tokens',
    access: 'admin',
    scope: 'users:read',
    summary: 'Keys of a user with a role below your own, newest first, without the secrets',
    summaryZh: '角色低于自己的用户的令牌（不含密钥），最新在前',
    params: idParams,
    query: pageQuery,
    data: pageOf(managedKeyEntity),
  }),
  endSessionOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/sessions/{session}',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'End one session of a user with a role below your own at once',
    summaryZh: '立即结束角色低于自己的用户的某个会话',
    params: z.object({ id: z.coerce.number().int(), session: z.coerce.number().int() }),
    data: z.null(),
  }),
  getRemark: endpoint({
    method: 'GET',
    path: '/api/user/{id}/remark',
    access: 'admin',
    scope: 'users:read',
    summary: 'The administrators’ note on a user with a role below your own',
    summaryZh: '管理员对角色低于自己的用户的备注',
    params: idParams,
    data: z.object({ remark: z.string() }),
  }),
  setRemark: endpoint({
    method: 'PUT',
    path: '/api/user/{id}/remark',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'Replace the administrators’ note on a user; `before` is the note that was edited',
    summaryZh: '修改对用户的备注；`before` 为修改前的备注',
    params: idParams,
    body: z.object({ remark: remarkField, before: remarkField }),
    data: z.null(),
  }),
  restoreUser: endpoint({
    method: 'POST',
    path: '/api/user/{id}/restore',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: `Restore a user deleted less than ${RESTORE_DAYS} days ago; their keys come back disabled`,
    summaryZh: '恢复 30 天内删除的用户；其令牌恢复后处于禁用状态',
    params: z.object({ id: idField }),
    data: userEntity,
  }),
};
