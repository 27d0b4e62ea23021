import { randomUUID } from 'node:crypto';
import type { ChannelTester } from '../channels/channel-test.ts';
import type { Domain } from '../domain.ts';
import { adoptJournals } from './adopt-journals.ts';
import { backUp } from './back-up.ts';
import { applyUsage } from './apply-usage.ts';
import { catchUpChanges } from './catch-up-changes.ts';
import { expireAuditLog } from './expire-audit-log.ts';
import { expireFilesJob } from './expire-files.ts';
import { expireImports } from './expire-imports.ts';
import { expireLogDetailsJob } from './expire-log-details.ts';
import { expireUsage } from './expire-usage.ts';
import { expireLogs } from './expire-logs.ts';
import { expireOrdersJob } from './expire-orders.ts';
import { expirePayloads } from './expire-payloads.ts';
import { expireMailCodes } from './expire-mail-codes.ts';
import { expireSessions } from './expire-sessions.ts';
import { eraseUsersJob } from './erase-users.ts';
import { expireSignIns } from './expire-sign-ins.ts';
import { expireStoredOwners } from './expire-stored-owners.ts';
import { expireTrafficFigures } from './expire-traffic-figures.ts';
import { createLedgerReconciliation } from './reconcile-ledger.ts';
import { checkChannelBalances } from './check-channel-balances.ts';
import { checkBatches } from './check-batches.ts';
import { checkTasks } from './check-tasks.ts';
import { confirmMasterKey } from './confirm-master-key.ts';
import { createJobScheduler, type JobScheduler } from './job-scheduler.ts';
import { deliverNotifications, expireDeliveries } from './deliver-notifications.ts';
import { detectFirstFile } from './detect-first-file.ts';
import { indexLogs } from './index-logs.ts';
import { keepLogMonths } from './keep-log-months.ts';
import { reapNodes } from './reap-nodes.ts';
import { remindOfExpiringKeys } from './remind-of-expiring-keys.ts';
import { remindOfLowBalances } from './remind-of-low-balances.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { releaseRebatesJob } from './release-rebates.ts';
import { retestDisabledChannels } from './retest-disabled-channels.ts';
import { notifyJobFailures } from './notify-job-failures.ts';
import { watchErrorRate } from './watch-error-rate.ts';
import { shipLogsJobs } from './ship-logs.ts';
import { storeTrafficFigures } from './store-traffic-figures.ts';

/** Creates all periodic jobs of the gateway, ready to start. To add one, add a file here and a line below. */
export function createGatewayJobs(domain: Domain, tester: ChannelTester): JobScheduler {
  const { store, clock, clockJumps, log } = domain;
  return createJobScheduler({
    jobs: [
      applyUsage(domain.wallet),
      catchUpChanges(domain.changes),
      expireSessions(domain),
      expireMailCodes(domain),
      expireAuditLog(domain),
      expireSignIns(domain),
      expireStoredOwners(domain),
      eraseUsersJob(domain),
      expireLogs(domain),
      expireLogDetailsJob(domain),
      expireUsage(domain),
      expirePayloads(domain),
      deliverNotifications(domain),
      watchErrorRate(domain),
      expireDeliveries(domain),
      remindOfLowBalances(domain),
      remindOfExpiringKeys(domain),
      retestDisabledChannels(domain.options, tester),
      checkChannelBalances(domain),
      adoptJournals(domain),
      reapNodes(domain),
      createLedgerReconciliation(domain),
      reconcilePayments(domain),
      expireOrdersJob(domain),
      releaseRebatesJob(domain),
      checkTasks(domain),
      checkBatches(domain),
      expireFilesJob(domain),
      expireImports(domain),
      detectFirstFile(domain),
      storeTrafficFigures(domain),
      expireTrafficFigures(domain),
      ...backUp(domain.config),
      ...shipLogsJobs(domain),
      ...(store.kind === 'sqlite'
        ? [indexLogs(domain)]
        : [keepLogMonths(domain), confirmMasterKey(domain)]),
    ].map((job) => notifyJobFailures(domain, job)),
    store,
    clock,
    clockJumps,
    log,
    owner: randomUUID(),
    nodeId: domain.nodeId,
    failing: domain.failingJobs,
  });
}
