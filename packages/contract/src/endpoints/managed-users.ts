import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { managedKeyEntity } from '../entities/managed-key.ts';
import { userEntity } from '../entities/user.ts';
import { idField, idParams, pageOf, pageQuery } from '../paging.ts';

export const REMARK_LENGTH_MAX = 2000;
/** How long a deleted user can be restored; the name stays taken until then. */
export const RESTORE_DAYS = 30;

const remarkField = z.string().max(REMARK_LENGTH_MAX);

export const managedUserEndpoints = {
  listKeysOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/tokens',
    access: 'admin',
    summary: 'Keys of a user with a role below your own, newest first, without the secrets',
    params: idParams,
    query: pageQuery,
    data: pageOf(managedKeyEntity),
  }),
  endSessionOfUser: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/sessions/{session}',
    access: 'admin',
    audit: 'user',
    summary: 'End one session of a user with a role below your own at once',
    params: z.object({ id: z.coerce.number().int(), session: z.coerce.number().int() }),
    data: z.null(),
  }),
  getRemark: endpoint({
    method: 'GET',
    path: '/api/user/{id}/remark',
    access: 'admin',
    summary: 'The administrators’ note on a user with a role below your own',
    params: idParams,
    data: z.object({ remark: z.string() }),
  }),
  setRemark: endpoint({
    method: 'PUT',
    path: '/api/user/{id}/remark',
    access: 'admin',
    audit: 'user',
    summary: 'Replace the administrators’ note on a user; `before` is the note that was edited',
    params: idParams,
    body: z.object({ remark: remarkField, before: remarkField }),
    data: z.null(),
  }),
  restoreUser: endpoint({
    method: 'POST',
    path: '/api/user/{id}/restore',
    access: 'admin',
    audit: 'user',
    summary: `Restore a user deleted less than ${RESTORE_DAYS} days ago; their keys come back disabled`,
    params: z.object({ id: idField }),
    data: userEntity,
  }),
};
