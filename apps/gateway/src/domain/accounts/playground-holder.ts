import type { UserRow } from '../../store/users-repository.ts';
import { type ApiKeyHolder, toOwner } from './api-key-directory.ts';
import { PLAYGROUND_NAME } from '@tollgate/contract';

/**
 * A user who calls from the playground, in the form that the relay knows callers by. It is no key:
 * its id is the user's below zero, which no key has, so that limits per key count each user apart.
 * The balance is its only limit, the user's groups are its groups.
 */
export function playgroundHolder(user: UserRow): ApiKeyHolder {
  return {
    ...toOwner(user),
    apiKeyId: -user.id,
    apiKeyName: PLAYGROUND_NAME,
    apiKeyEnabled: true,
    apiKeyGroup: '',
    expiredTime: -1,
    unlimited: true,
    allowedRanges: [],
    allowListBroken: false,
    modelLimits: undefined,
    callsPerMinute: 0,
    drawingMode: '',
  };
}
