import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signInEntity } from '../entities/sign-in.ts';
import { pageOf, pageQuery } from '../paging.ts';

export const signInEndpoints = {
  listOwnSignIns: endpoint({
    method: 'GET',
    path: '/api/user/self/sign_ins',
    access: 'user',
    scope: 'account:read',
    summary: 'Your logins and failed attempts, newest first',
    summaryZh: '自己的登录和失败尝试，最新在前',
    query: pageQuery,
    data: pageOf(signInEntity),
  }),
  listSignInsOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/sign_ins',
    access: 'admin',
    scope: 'users:read',
    summary: 'Logins and failed attempts of a user with a role below your own, newest first',
    summaryZh: '角色低于自己的用户的登录和失败尝试，最新在前',
    params: z.object({ id: z.coerce.number().int() }),
    query: pageQuery,
    data: pageOf(signInEntity),
  }),
};
