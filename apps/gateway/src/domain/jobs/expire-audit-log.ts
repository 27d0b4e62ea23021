import { AUDIT_DAYS_MIN } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldAuditRows } from '../../store/audit-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

const AT_ONCE = 1000;
const DAY = 86_400;

/**
 * Deletes entries of the audit log older than `AuditRetentionDays`; 0 keeps all. The database itself refuses
 * to delete entries younger than its own limit, including a statement that would delete both.
 */
export function expireAuditLog({
  store,
  clock,
  options,
}: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'expire-audit-log',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const days = options.number('AuditRetentionDays');
      if (days === 0) return;
      const before = nowSeconds(clock) - Math.max(days, AUDIT_DAYS_MIN) * DAY;
      let deleted = AT_ONCE;
      while (deleted === AT_ONCE && !signal.aborted)
        deleted = await deleteOldAuditRows(store.db, { before, limit: AT_ONCE });
    },
  };
}
