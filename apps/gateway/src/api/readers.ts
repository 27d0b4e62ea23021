import { hasTeamRole } from '@tollgate/contract';
import type { ApiKeyOwner } from '../domain/accounts/api-key-administration.ts';
import type { LogReader } from '../domain/log/log-reading.ts';
import { accountOf, type Call, callerOf } from './context.ts';

type Acting = Pick<Call<unknown>, 'caller' | 'acting'>;
type Reading = Acting & Pick<Call<unknown>, 'language'>;

/** An administrator, who reads what belongs to everybody. */
export const everything = ({ language }: Pick<Reading, 'language'>): LogReader => ({
  ownerId: undefined,
  language,
});

/** An owner, who must not see the routing; of a team, a plain member has what their keys did. */
export const ownOnly = (call: Reading): LogReader => ({
  ...ownerOf(call),
  language: call.language,
});

/** Whose calls are read. */
export function ownerOf(call: Acting): { ownerId: number; madeBy?: number } {
  const { id, memberId, onlyOwn } = keyOwnerOf(call);
  return { ownerId: id, ...(onlyOwn ? { madeBy: memberId } : {}) };
}

/** Whose keys a call is about: the team's that it acts for, else the caller's own. */
export function keyOwnerOf(call: Acting): ApiKeyOwner {
  const { id, group } = accountOf(call);
  if (!call.acting) return { id, group, memberId: 0, onlyOwn: false };
  const onlyOwn = !hasTeamRole(call.acting.role, 'admin');
  return { id, group, memberId: callerOf(call).user.id, onlyOwn };
}
