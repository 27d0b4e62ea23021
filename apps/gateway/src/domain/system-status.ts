import type { BooksResult, ChannelHealthEntry, SystemStatus } from '@tollgate/contract';
import { listJobs } from '../store/jobs-repository.ts';
import { listNodes } from '../store/nodes-repository.ts';
import { nowSeconds } from '../platform/clock.ts';
import type { ChannelHealthView } from './channel-health/describe-state.ts';
import type { Domain } from './domain.ts';
import { readHealth } from './health/read-health.ts';
import { VERSION } from '../platform/version.ts';
import { STARTED_AT } from './status.ts';
import { readLastReconciliation, reconcileAndReport } from './wallet/reconcile-ledger.ts';
import type { Wallet } from './wallet/wallet.ts';

type SystemStatusContext = Pick<
  Domain,
  | 'config'
  | 'clock'
  | 'log'
  | 'store'
  | 'redis'
  | 'logs'
  | 'channelHealth'
  | 'wallet'
  | 'nodeId'
  | 'failingJobs'
>;

const DISCREPANCIES_MAX = 100;
const CHANNELS_MAX = 200;
const NODES_MAX = 200;
/** How long a fault counts as recent. */
const RECENT_MS = 3_600_000;

/** Reads what this node knows of itself, its cluster, its money and its channels. Never contains a secret. */
export async function readSystemStatus(domain: SystemStatusContext): Promise<SystemStatus> {
  const { store, wallet, config, nodeId } = domain;
  const [nodes, jobs, ledgerState, { parts }] = await Promise.all([
    listNodes(store.db),
    listJobs(store.db),
    readReconciliation(domain),
    readHealth(domain),
  ]);
  return {
    node: {
      id: nodeId,
      started_at: STARTED_AT,
      workers: config.WORKERS,
      version: VERSION,
      database: store.kind,
    },
    journal: describeJournal(wallet),
    log_store: describeLogStore(domain),
    trouble: wallet.unavailableReason() ?? null,
    parts,
    nodes: nodes.slice(0, NODES_MAX).map(({ id, leases, held, seenAt, version }) => ({
      id,
      // The single process of a SQLite database sends no heartbeats; responding proves that it is alive.
      seen_at: store.kind === 'sqlite' && id === nodeId ? nowSeconds(domain.clock) : seenAt,
      leases,
      held,
      version: id === nodeId ? VERSION : version,
    })),
    jobs,
    books: ledgerState,
    channels: describeChannels(domain),
  };
}

/** Reconciles the ledger now, as the periodic job does, and returns the discrepancies. */
export async function reconcileNow(domain: SystemStatusContext): Promise<BooksResult> {
  await reconcileAndReport(domain);
  return readReconciliation(domain);
}

async function readReconciliation({ store }: Pick<Domain, 'store'>): Promise<BooksResult> {
  const { checkedAt, discrepancies, rules } = await readLastReconciliation(store);
  return {
    checked_at: checkedAt ?? null,
    discrepancies: discrepancies.slice(0, DISCREPANCIES_MAX),
    total: discrepancies.length,
    rules: rules.map(({ rule, checkedAt: at, comparedCount: looked }) => ({
      rule,
      checked_at: at ?? null,
      looked,
      wrong: discrepancies.filter((discrepancy) => discrepancy.rule === rule).length,
    })),
  };
}

function describeLogStore({ logs }: Pick<Domain, 'logs'>): SystemStatus['log_store'] {
  if (!logs.table) return null;
  const { backlog, losses } = logs;
  return {
    waiting_rows: backlog.rows,
    waiting_seconds: backlog.seconds,
    missing_rows: losses.missingRows,
    compared_at: losses.comparedAt || null,
    refilled_at: losses.refilledAt || null,
  };
}

function describeJournal(wallet: Wallet): SystemStatus['journal'] {
  const state = wallet.journalState();
  return (
    (state && { rows: state.rows, bytes: state.bytes, oldest_at: state.oldestAt ?? null }) ?? null
  );
}

/** Describes channels that are held back or failed recently, those held back first. */
function describeChannels({
  channelHealth,
  clock,
}: Pick<Domain, 'channelHealth' | 'clock'>): ChannelHealthEntry[] {
  const since = clock.nowMs() - RECENT_MS;
  return channelHealth
    .describe()
    .filter((view) => isHeld(view) || (view.last_fault?.at_ms ?? 0) > since)
    .sort((left, right) => Number(isHeld(right)) - Number(isHeld(left)) || left.id - right.id)
    .slice(0, CHANNELS_MAX)
    .map((view) => ({ ...view, last_fault: view.last_fault ?? null }));
}

function isHeld({ state, models, keys }: ChannelHealthView): boolean {
  return (
    state !== 'closed' ||
    models.some((model) => model.state !== 'closed') ||
    keys.some((key) => key.dead || key.state !== 'closed')
  );
}
