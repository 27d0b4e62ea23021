import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sessionEntity } from '../entities/session.ts';

const id = z.coerce.number().int();

export const sessionEndpoints = {
  listSessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'user',
    scope: 'session',
    summary: 'Your sessions, last seen first, at most 100',
    summaryZh: '自己的会话，最近活动在前，最多 100 个',
    data: z.array(sessionEntity),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'End one of your sessions at once; succeeds if it has already ended',
    summaryZh: '立即结束自己的某个会话；已结束时同样成功',
    params: z.object({ id }),
    data: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'End all your sessions except the current one',
    summaryZh: '结束除当前会话外自己的所有会话',
    data: z.null(),
  }),
  listSessionsOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    scope: 'users:read',
    summary: 'Sessions of a user with a role below your own, last seen first, at most 100',
    summaryZh: '角色低于自己的用户的会话，最近活动在前，最多 100 个',
    params: z.object({ id }),
    data: z.array(sessionEntity),
  }),
  endSessionsOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/sessions',
    access: 'admin',
    scope: 'users:write',
    audit: 'user',
    summary: 'End all sessions of a user with a role below your own at once',
    summaryZh: '立即结束角色低于自己的用户的所有会话',
    params: z.object({ id }),
    data: z.null(),
  }),
};
