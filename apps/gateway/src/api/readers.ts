import { hasTeamRole } from '@tollgate/contract';
import type { ApiKeyOwner } from '../domain/accounts/api-key-administration.ts';
import type { LogReader } from '../domain/log/log-reading.ts';
import { accountOf, type Call, callerOf } from './context.ts';

type Acting = Pick<Call<unknown>, 'caller' | 'acting'>;
type Reading = Acting & Pick<Call<unknown>, 'language'>;

/** Reads everybody's logs, as an administrator. */
export const everything = ({ language }: Pick<Reading, 'language'>): LogReader => ({
  ownerId: undefined,
  language,
});

/** Reads an owner's logs, without routing; a team's plain member reads only those of their own keys. */
export const ownOnly = (call: Reading): LogReader => ({
  ...ownerOf(call),
  language: call.language,
});

/** Returns whose calls are read. */
export function ownerOf(call: Acting): { ownerId: number; madeBy?: number } {
  const { id, memberId, onlyOwn } = keyOwnerOf(call);
  return { ownerId: id, ...(onlyOwn ? { madeBy: memberId } : {}) };
}

/** Returns whose keys a call is about: those of the team it acts for, otherwise the caller's own. */
export function keyOwnerOf(call: Acting): ApiKeyOwner {
  const { id, group } = accountOf(call);
  if (!call.acting) return { id, group, memberId: 0, onlyOwn: false };
  const onlyOwn = !hasTeamRole(call.acting.role, 'admin');
  return { id, group, memberId: callerOf(call).user.id, onlyOwn };
}
