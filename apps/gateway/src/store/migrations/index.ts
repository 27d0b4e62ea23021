import type { Kysely } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { createAccounts } from './0001-accounts.ts';
import { createGateway } from './0001-gateway.ts';
import { createUsage } from './0001-usage.ts';
import { createMoneyChecks } from './0002-money.ts';
import { createLeaseRecall } from './0003-lease-recall.ts';
import { createJobReports } from './0004-job-reports.ts';
import { createLogSums } from './0005-log-sums.ts';
import { createLogPlaces } from './0006-log-places.ts';
import { createMailCodes } from './0007-mail-codes.ts';
import { createRedemptionsTable } from './0009-redemptions.ts';
import { createPayments } from './0010-payments.ts';
import { createOauthStates } from './0011-oauth-states.ts';
import { createTasks } from './0012-tasks.ts';
import { createWelcomed } from './0013-welcomed.ts';
import { createMasterKeyCheck } from './0020-master-key-check.ts';
import { createFiles } from './0022-files.ts';
import { createTraffic } from './0023-traffic.ts';
import { createUserIdentities } from './0024-user-identities.ts';
import { createUsageStats } from './0025-usage-stats.ts';
import { createPriceVersions } from './0026-price-versions.ts';
import { addChannelKeys } from './0027-channel-keys.ts';
import { createOrderEvents } from './0028-order-events.ts';
import { addLastSeen } from './0029-last-seen.ts';
import { createUserViews } from './0030-user-views.ts';
import { createAuditLog } from './0035-audit-log.ts';
import { createImports } from './0039-imports.ts';
import { createAgents } from './0045-agents.ts';
import { createEarnings } from './0044-earnings.ts';
import { createSecondFactors } from './0031-second-factors.ts';
import { createNotifications } from './0036-notifications.ts';
import { addLookupKey } from './0050-lookup-key.ts';
import { createRegistrationCodes } from './0055-registration-codes.ts';
import { createSignIns } from './0057-sign-ins.ts';
import { createScopedTokens } from './0059-scoped-tokens.ts';
import { createTeams } from './0064-teams.ts';
import { createSpendingLimits } from './0065-spending-limits.ts';
import { createPayloads } from './0066-payloads.ts';
import { createLogStores } from './0068-log-stores.ts';
import { indexCodeFunds } from './0070-code-funds.ts';
import { addNotificationBundles } from './0072-notification-bundles.ts';
import { addNodeVersions } from './0078-node-versions.ts';
import { addPasskeyHosts } from './0071-passkey-hosts.ts';
import { addProviderSessions } from './0073-provider-sessions.ts';
import { addUserRemarks } from './0058-users-kept-and-erased.ts';
import { createLogMonths } from './0062-log-months.ts';
import { createLogDetails } from './0080-log-details.ts';
import { addFailedLogSums } from './0081-failed-log-sums.ts';
import { partUsageStats } from './0082-usage-stats-spans.ts';
import { indexUsageDays } from './0083-usage-days-in-order.ts';
import { addUsageWeeks } from './0086-usage-stats-weeks.ts';
import { addLogStoreLosses } from './0087-log-store-losses.ts';
import { renameJobs } from './0088-job-names.ts';
import { addRehashedFrom } from './0089-rehashed-passwords.ts';
import { indexUsageKeysInOrder } from './0090-usage-keys-in-order.ts';
import { createFormerMembers } from './0091-former-members.ts';
import { indexFilesByUpstream } from './0092-files-by-upstream.ts';
import { indexLogUserKeys } from './0097-log-user-keys.ts';
import { createStoredOwners } from './0098-stored-owners.ts';
import { createRefunds } from './0099-refunds.ts';
import { addReversedRebates } from './0100-partly-reversed-rebates.ts';
import { createStreamNotes } from './0101-stream-notes.ts';
import { columnKinds, type Kind, type MigrationContext } from './column-kinds.ts';

type Step = (context: MigrationContext) => Promise<void>;

/** Every change of the schema, in order. Forward only: a released step is never edited. */
const steps: Record<string, readonly Step[]> = {
  '0001-initial': [createAccounts, createGateway, createUsage],
  '0002-money': [createMoneyChecks],
  '0003-lease-recall': [createLeaseRecall],
  '0004-job-reports': [createJobReports],
  '0005-log-sums': [createLogSums],
  '0006-log-places': [createLogPlaces],
  '0007-mail-codes': [createMailCodes],
  '0009-redemptions': [createRedemptionsTable],
  '0010-payments': [createPayments],
  '0011-oauth-states': [createOauthStates],
  '0012-tasks': [createTasks],
  '0013-welcomed': [createWelcomed],
  '0020-master-key-check': [createMasterKeyCheck],
  '0022-files': [createFiles],
  '0023-traffic': [createTraffic],
  '0024-user-identities': [createUserIdentities],
  '0025-usage-stats': [createUsageStats],
  '0026-price-versions': [createPriceVersions],
  '0027-channel-keys': [addChannelKeys],
  '0028-order-events': [createOrderEvents],
  '0029-last-seen': [addLastSeen],
  '0030-user-views': [createUserViews],
  '0035-audit-log': [createAuditLog],
  '0036-notifications': [createNotifications],
  '0039-imports': [createImports],
  '0044-earnings': [createEarnings],
  '0031-second-factors': [createSecondFactors],
  '0045-agents': [createAgents],
  '0050-lookup-key': [addLookupKey],
  '0055-registration-codes': [createRegistrationCodes],
  '0057-sign-ins': [createSignIns],
  '0058-users-kept-and-erased': [addUserRemarks],
  '0059-scoped-tokens': [createScopedTokens],
  '0062-log-months': [createLogMonths],
  '0064-teams': [createTeams],
  '0065-spending-limits': [createSpendingLimits],
  '0066-payloads': [createPayloads],
  '0068-log-stores': [createLogStores],
  '0070-code-funds': [indexCodeFunds],
  '0072-notification-bundles': [addNotificationBundles],
  '0078-node-versions': [addNodeVersions],
  '0071-passkey-hosts': [addPasskeyHosts],
  '0073-provider-sessions': [addProviderSessions],
  '0080-log-details': [createLogDetails],
  '0081-failed-log-sums': [addFailedLogSums],
  '0082-usage-stats-spans': [partUsageStats],
  '0083-usage-days-in-order': [indexUsageDays],
  '0086-usage-stats-weeks': [addUsageWeeks],
  '0087-log-store-losses': [addLogStoreLosses],
  '0088-job-names': [renameJobs],
  '0089-rehashed-passwords': [addRehashedFrom],
  '0090-usage-keys-in-order': [indexUsageKeysInOrder],
  '0091-former-members': [createFormerMembers],
  '0092-files-by-upstream': [indexFilesByUpstream],
  '0097-log-user-keys': [indexLogUserKeys],
  '0098-stored-owners': [createStoredOwners],
  '0099-refunds': [createRefunds],
  '0100-partly-reversed-rebates': [addReversedRebates],
  '0101-stream-notes': [createStreamNotes],
};

/** Provides the steps to Kysely's migrator, for one kind of database. */
export function createMigrationProvider(kind: Kind): MigrationProvider {
  const columns = columnKinds(kind);
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, parts]): [string, Migration] => [
      name,
      {
        async up(db: Kysely<never>) {
          for (const part of parts) await part({ db, columns });
        },
      },
    ]),
  );
  return { getMigrations: async () => migrations };
}
