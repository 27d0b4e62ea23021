import { endpoints } from '@tollgate/contract';
import {
  createScopedToken,
  readScopedTokens,
  revokeScopedToken,
} from '../domain/accounts/scoped-tokens.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { callerOf, implement, requireSession } from './context.ts';

export const scopedTokenRoutes = [
  implement(endpoints.listScopedTokens, (call) =>
    readScopedTokens(call.domain, callerOf(call).user),
  ),
  implement(endpoints.createScopedToken, (call) => {
    const caller = callerOf(call);
    requireSession(caller);
    mustBeConfirmed(call.domain, caller);
    return createScopedToken(call.domain, caller, call.body);
  }),
  implement(endpoints.revokeScopedToken, async (call) => {
    await revokeScopedToken(call.domain, callerOf(call).user, call.params.id);
    return null;
  }),
];
