import { endpoints } from '@tollgate/contract';
import { endSessions } from '../domain/accounts/end-sessions.ts';
import { listSessions } from '../domain/accounts/list-sessions.ts';
import { readManageable } from '../domain/accounts/user-administration.ts';
import { callerOf, implement } from './context.ts';

export const sessionRoutes = [
  implement(endpoints.listSessions, (call) => {
    const { user, sessionId } = callerOf(call);
    return listSessions(call.domain, user.id, sessionId);
  }),
  implement(endpoints.endSession, async (call) => {
    await endSessions(call.domain, callerOf(call).user, { id: call.params.id });
    return null;
  }),
  implement(endpoints.endOtherSessions, async (call) => {
    const { user, sessionId } = callerOf(call);
    await endSessions(call.domain, user, { exceptId: sessionId });
    return null;
  }),
  implement(endpoints.listSessionsOfUser, async (call) => {
    const target = await readManageable(call.domain, callerOf(call).user, call.params.id);
    return listSessions(call.domain, target.id, 0);
  }),
  implement(endpoints.endSessionsOfUser, async (call) => {
    const target = await readManageable(call.domain, callerOf(call).user, call.params.id);
    await endSessions(call.domain, target, { exceptId: 0 });
    return null;
  }),
];
