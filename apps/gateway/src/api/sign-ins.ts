import { endpoints } from '@tollgate/contract';
import { readManageable } from '../domain/accounts/user-administration.ts';
import { listSignIns } from '../domain/sign-ins/list-sign-ins.ts';
import { callerOf, implement } from './context.ts';

export const signInRoutes = [
  implement(endpoints.listOwnSignIns, (call) => {
    const { p: page, page_size: pageSize } = call.query;
    return listSignIns(call.domain, callerOf(call).user.id, { page, pageSize });
  }),
  implement(endpoints.listSignInsOfUser, async (call) => {
    const { p: page, page_size: pageSize } = call.query;
    const { id } = await readManageable(call.domain, callerOf(call).user, call.params.id);
    return listSignIns(call.domain, id, { page, pageSize });
  }),
];
