import { AppError } from '../../platform/app-error.ts';
import { findPayloadSwitch, setPayloadSwitch } from '../../store/payloads-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';

/** Switches storing the payloads of a key's future calls on or off. Throws AppError token_not_found. */
export async function switchPayloadLog(
  { store, changes }: Pick<Domain, 'store' | 'changes'>,
  apiKeyId: number,
  on: boolean,
): Promise<void> {
  const key = await findPayloadSwitch(store.db, apiKeyId);
  if (!key) throw new AppError('token_not_found');
  await changes.commit({ topic: 'token', keyHash: key.key_hash }, async (trx) => {
    await setPayloadSwitch(trx, apiKeyId, on);
    noteAudited({
      id: apiKeyId,
      name: key.name,
      before: { payload_log: key.payload_log === 1 },
      after: { payload_log: on, user_id: key.user_id },
    });
  });
}
