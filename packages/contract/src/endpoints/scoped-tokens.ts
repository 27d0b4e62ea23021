import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { scopedTokenDraft, scopedTokenEntity } from '../entities/scoped-token.ts';
import { idParams } from '../paging.ts';

export const scopedTokenEndpoints = {
  listScopedTokens: endpoint({
    method: 'GET',
    path: '/api/user/access_tokens',
    access: 'user',
    scope: 'session',
    summary: 'Your named access tokens with scopes, expiry and last use, newest first',
    summaryZh: '自己的访问令牌及其权限范围、过期时间和最近使用，新的在前',
    data: z.array(scopedTokenEntity),
  }),
  createScopedToken: endpoint({
    method: 'POST',
    path: '/api/user/access_tokens',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'Create an access token limited to scopes; the response is the only time it is shown',
    summaryZh: '创建限定权限范围的访问令牌；只在此响应中显示一次',
    body: scopedTokenDraft,
    data: scopedTokenEntity.extend({ token: z.string() }),
  }),
  revokeScopedToken: endpoint({
    method: 'DELETE',
    path: '/api/user/access_tokens/{id}',
    access: 'user',
    scope: 'session',
    audit: 'account',
    summary: 'Revoke a named access token',
    summaryZh: '撤销一个访问令牌',
    params: idParams,
    data: z.null(),
  }),
};
