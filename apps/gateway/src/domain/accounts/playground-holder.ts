import type { UserRow } from '../../store/users-repository.ts';
import { type ApiKeyHolder, toOwner } from './api-key-directory.ts';
import { PLAYGROUND_NAME } from '@tollgate/contract';

/**
 * Represents a user of the playground in the form in which the relay knows callers. Its key id is the negated
 * user id, which no key has, so that limits per key count each user separately. Its only limit is the
 * balance. `group` is the chosen group, as a key has one; '' for the user's own groups.
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
