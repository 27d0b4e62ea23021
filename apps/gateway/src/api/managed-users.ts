import { endpoints } from '@tollgate/contract';
import { listKeysOfUser } from '../domain/accounts/list-keys-of-user.ts';
import { endSessions } from '../domain/accounts/end-sessions.ts';
import { presentUser } from '../domain/accounts/present-users.ts';
import { writeRemark } from '../domain/accounts/remarks.ts';
import { restoreUser } from '../domain/accounts/restore-user.ts';
import { readManageable } from '../domain/accounts/user-administration.ts';
import { type Call, callerOf, implement } from './context.ts';

const targetOf = (call: Pick<Call<unknown>, 'domain' | 'caller'>, id: number) =>
  readManageable(call.domain, callerOf(call).user, id);

/** What administrators see of and do to one user, apart from the list. */
export const managedUserRoutes = [
  implement(endpoints.listKeysOfUser, async (call) => {
    const { id } = await targetOf(call, call.params.id);
    const { p: page, page_size: pageSize } = call.query;
    return listKeysOfUser(call.domain, id, { page, pageSize });
  }),
  implement(endpoints.endSessionOfUser, async (call) => {
    const { id, session } = call.params;
    await endSessions(call.domain, await targetOf(call, id), { id: session });
    return null;
  }),
  implement(endpoints.getRemark, async (call) => ({
    remark: (await targetOf(call, call.params.id)).remark,
  })),
  implement(endpoints.setRemark, async (call) => {
    await writeRemark(call.domain, await targetOf(call, call.params.id), call.body);
    return null;
  }),
  implement(endpoints.restoreUser, async (call) =>
    presentUser(call.domain, await restoreUser(call.domain, callerOf(call).user, call.params.id)),
  ),
];
