import type { UserRow } from '../../store/users-repository.ts';
import { type ApiKeyHolder, toOwner } from './api-key-directory.ts';
import { PLAYGROUND_NAME } from '@tollgate/contract';

/**
 * A user who calls from the playground, in the form that the relay knows callers by. It is no key:
 * its id is the user's below zero, which no key has, so that limits per key count each user apart.
 * The balance is its only limit. `group` is the one that was chosen, as a key has one; '' stands for
 * the user's own groups.
 */
export function playgroundHolder(user: UserRow, group: string): ApiKeyHolder {
  const owner = toOwner(user);
  return {
    ...owner,
    group: group || owner.group,
    apiKeyId: -user.id,
    apiKeyName: PLAYGROUND_NAME,
    apiKeyEnabled: true,
    apiKeyGroup: group,
    expiredTime: -1,
    unlimited: true,
    allowedRanges: [],
    allowListBroken: false,
    modelLimits: undefined,
    callsPerMinute: 0,
    drawingMode: '',
    createdBy: 0,
    payloadLog: false,
    spending: undefined,
  };
}
