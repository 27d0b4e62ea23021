import {
  type BatchRefusal,
  REDEMPTION_DISABLED,
  REDEMPTION_UNUSED,
  type RedemptionBatch,
} from '@tollgate/contract';
import type { Language } from '../error-texts.ts';
import { manageEach } from '../manage-each.ts';
import { deleteRedemption, setRedemptionStatus } from './redemption-administration.ts';

/** Applies to many codes what can be done to one; used ones stay unchanged and are listed in `refused`. */
export function manageRedemptions(
  domain: Parameters<typeof setRedemptionStatus>[0],
  actor: Parameters<typeof setRedemptionStatus>[1],
  { ids, action }: RedemptionBatch,
  language: Language,
): Promise<{ done: number; refused: BatchRefusal[] }> {
  const status = action === 'enable' ? REDEMPTION_UNUSED : REDEMPTION_DISABLED;
  return manageEach(domain, { ids, actor, language }, (id) =>
    action === 'delete'
      ? deleteRedemption(domain, actor, id)
      : setRedemptionStatus(domain, actor, { id, status }),
  );
}
