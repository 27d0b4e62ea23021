import { readFileSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Clock, nowSeconds } from '../platform/clock.ts';
import { ClockJumpTracker } from '../platform/clock-jumps.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logger.ts';
import { createOutbound } from '../platform/outbound.ts';
import { openTelemetry } from '../platform/otlp/open-telemetry.ts';
import type { Store } from '../store/open-store.ts';
import { openPostgresSignals } from '../store/postgres-signals.ts';
import { withAuditedTransactions } from './audit/audit-scope.ts';
import { openChangeFeed } from './change-feed.ts';
import { openCatalog } from './channels/channel-catalog.ts';
import { ChannelHealth } from './channel-health/channel-health.ts';
import { UpstreamAccessTokens } from './channels/upstream-access-tokens.ts';
import { CaptchaVerifier } from './accounts/captcha-verifier.ts';
import { exportDependencyMetrics } from './health/dependency-metrics.ts';
import { exportLogStoreMetrics } from './log/log-store-metrics.ts';
import { LogSource } from './log/log-source.ts';
import { createApiKeyDirectory } from './accounts/api-key-directory.ts';
import { openOptions } from './options/options.ts';
import { createRateLimiter } from './limits/rate-limiter.ts';
import { mayMailPrivately } from './mail/may-mail-privately.ts';
import { createMailer } from './mail/mailer.ts';
import { createResponseMemory } from './responses/response-memory.ts';
import { PayloadLog } from './payloads/payload-log.ts';
import { createPaymentClients } from './payments/payment-clients.ts';
import { createPriceSource } from './options/price-book.ts';
import type { Domain } from './domain.ts';
import { hashPassword, type PasswordCost } from '../platform/passwords.ts';
import { VERSION } from '../platform/version.ts';
import { openNodeLinks } from './open-node-links.ts';
import { createMediaFetcher } from './media-fetcher.ts';
import { openStorage } from './open-storage.ts';
import { confirmKeyring } from './open-keyring.ts';
import { RemoteMedia } from './remote-media.ts';
import { openTraffic } from './traffic/traffic.ts';
import { createSignInHistory } from './sign-ins/sign-in-history.ts';
import { openFileTools } from './files/file-tools.ts';
import { createTaskTools } from './tasks/task-tools.ts';
import type { WalletBackend } from './wallet/backend.ts';
import { openWallet } from './wallet/open-wallet.ts';
import type { Wallet } from './wallet/wallet.ts';
import { LocalJournal } from './wallet/store/local-journal.ts';
import { countUncharged, exportJournalMetrics } from './wallet/wallet-metrics.ts';
import { journalPath } from './wallet/node-folders.ts';
import { PostgresBackend } from './wallet/postgres-backend.ts';
import { SqliteBackend } from './wallet/sqlite-backend.ts';

export interface DomainOptions {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Numbers in [0, 1). */
  random?: () => number;
  /** Of hashing new passwords; OWASP's by default. */
  passwordCost?: PasswordCost;
}

/** How long a login provider may take to respond. */
const LOGIN_TIMEOUT_MS = 15_000;

/** Opens the store, recovers the wallet and loads everything that the relay keeps in memory. */
export async function openDomain({ config, clock, log, ...given }: DomainOptions): Promise<Domain> {
  const opened = await openStorage(config, log);
  const { keyring, nodeDirectory, unlockFolder } = opened;
  const store = withAuditedTransactions(opened.store);
  const clusterId = keyring.hash('cluster', '').slice(0, 16);
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'change broadcast failed; version polling will recover it');
  const { redis, bus } = await openNodeLinks({ config, clusterId, log, onError });
  const changes = await openChangeFeed(store, bus, clock);
  const nodeId = loadNodeId(nodeDirectory);
  const options = await openOptions({ store, keyring, bus, changes, clock });
  const backend = await openBackend({ ...opened, config, nodeId, clock, log, onError });
  // From here on, a rotation sees that this node is running.
  await confirmKeyring(opened.store, keyring);
  const wallet = await openWallet({ store, backend, clock, folder: nodeDirectory });
  const shared = { redis, options, clock, clusterId, onError };
  const limiter = createRateLimiter(shared);
  const responses = createResponseMemory({ ...shared, store, bus, changes });
  const mailer = createMailer({ options, log, allowPrivate: mayMailPrivately(config) });
  exportJournalMetrics(wallet, clock);
  const catalog = await openCatalog({ store, keyring, bus, log });
  const context = { store, options, bus, changes, clock, log, catalog, ...given };
  const mediaFetcher = createMediaFetcher({ config, options });
  const records = openRecords({ store: opened.store, keyring, options, clock, log });
  const channelHealth = new ChannelHealth({ ...context, record: (row) => wallet.record(row) });
  const telemetry = await openTelemetry(config, { version: VERSION, nodeId }, log);
  return {
    config,
    ...watchClock(clock),
    log,
    keyring,
    bus,
    changes,
    store,
    logs: openLogs({ config, store, clock, log, redis }),
    redis,
    options,
    prices: createPriceSource(options, bus),
    catalog,
    directory: createApiKeyDirectory({ store, keyring, bus }),
    channelHealth,
    upstreamAccessTokens: openChannelTokens(config, clock),
    remoteMedia: new RemoteMedia(mediaFetcher),
    traffic: await openTraffic({ store, bus, clock }),
    taskTools: createTaskTools(config, mediaFetcher),
    fileTools: await openFileTools(config, store),
    payments: createPaymentClients({ config, store, options, clock, log }),
    wallet,
    nodeId,
    failingJobs: new Set(),
    clusterId,
    limiter,
    responses,
    mailer,
    ...records,
    tracing: telemetry.tracing,
    ...openIdentityTools({ config, options, log, clock, keyring, ...given }),
    async close() {
      for (const part of [limiter, channelHealth]) part.close();
      const closing = [responses.close(), mailer.close(), closeRecords(records), telemetry.close()];
      await closeLast(closing, wallet, async () => {
        await bus.close();
        redis?.close();
        await store.close();
        unlockFolder();
      });
    },
  };
}

function watchClock(clock: Clock): Pick<Domain, 'clock' | 'clockJumps'> {
  return { clock, clockJumps: new ClockJumpTracker(clock) };
}

/** Closes the wallet whatever else fails to close, so that charges are stored. */
async function closeLast(
  others: readonly Promise<unknown>[],
  wallet: Wallet,
  rest: () => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(others);
  await wallet.close().finally(rest);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

type Records = Pick<Domain, 'signInHistory' | 'payloads'>;

/** Opens the records written alongside calls and sign-ins, which do not belong in the audit log. */
function openRecords(context: ConstructorParameters<typeof PayloadLog>[0]): Records {
  return { signInHistory: createSignInHistory(context), payloads: new PayloadLog(context) };
}

async function closeRecords({ signInHistory, payloads }: Records): Promise<void> {
  await Promise.all([signInHistory.close(), payloads.flush()]);
}

/**
 * Opens the source that the log is read from, and registers metrics of it and of this node's other
 * dependencies.
 */
function openLogs({
  config: { LOG_DATABASE_URL: address },
  redis,
  ...options
}: Pick<Domain, 'config' | 'store' | 'clock' | 'log' | 'redis'>): LogSource {
  const logs = new LogSource({ address, ...options });
  exportDependencyMetrics({ store: options.store, redis, logs });
  exportLogStoreMetrics(logs);
  return logs;
}

function openChannelTokens(config: Config, clock: Clock): UpstreamAccessTokens {
  return new UpstreamAccessTokens({
    outbound: createOutbound(config.ALLOW_PRIVATE_UPSTREAMS),
    clock,
  });
}

function openIdentityTools({
  config,
  options,
  log,
  clock,
  keyring,
  passwordCost,
}: Pick<Domain, 'config' | 'options' | 'log' | 'clock' | 'keyring'> &
  Pick<DomainOptions, 'passwordCost'>): Pick<
  Domain,
  'captcha' | 'hashPassword' | 'loginProviderContext'
> {
  const outbound = createOutbound(config.ALLOW_PRIVATE_UPSTREAMS);
  const trusted = createOutbound(true);
  return {
    captcha: new CaptchaVerifier({ options, log, outbound: trusted, url: config.HUMAN_CHECK_URL }),
    hashPassword: (password) => hashPassword(password, passwordCost),
    loginProviderContext: {
      options,
      config,
      clock,
      keyring,
      outbound,
      trusted,
      timeoutMs: LOGIN_TIMEOUT_MS,
    },
  };
}

interface BackendInput {
  config: Config;
  /** The store without auditing: charges applied along the way do not belong in the audit log. */
  store: Store;
  nodeId: string;
  nodeDirectory: string;
  clock: Clock;
  log: Logger;
  onError: (error: unknown) => void;
}

/** Opens the wallet's backend, with what an earlier process of this node left behind booked. */
async function openBackend(input: BackendInput): Promise<WalletBackend> {
  const backend = createBackend(input);
  backend.onStreamsCharged = (streams) =>
    input.log.warn(
      { streams },
      'charged running streams of a killed process for what they had delivered',
    );
  await backend.recover();
  return backend;
}

function createBackend(input: BackendInput): WalletBackend {
  const { config, store, nodeId, nodeDirectory, clock, log, onError } = input;
  if (store.sqlite) {
    return new SqliteBackend({
      database: store.sqlite.journal,
      whenWritable: store.sqlite.whenWritable,
      transaction: store.transaction,
      nodeId,
      nowSeconds: () => nowSeconds(clock),
    });
  }
  const journal = new LocalJournal({
    path: journalPath(nodeDirectory),
    durability: config.DURABILITY,
    bytesMax: config.JOURNAL_MAX_MB * 1024 * 1024,
  });
  return new PostgresBackend({
    store,
    journal,
    nodeId: journal.nodeId(nodeId),
    clock,
    openSignals: (onSignal) =>
      openPostgresSignals({
        databaseUrl: config.DATABASE_URL ?? '',
        channel: 'tollgate_lease_recall',
        receive: onSignal,
        onError,
      }),
    onRefused(error) {
      countUncharged('set_aside');
      log.error(
        { err: error },
        'charge rejected by the database; kept in the table "refused" of journal.db',
      );
    },
    onTakenOver: () =>
      log.fatal(
        'another process uses this node id (was DATA_DIR copied?): charges stay in the journal, new calls are refused',
      ),
  });
}

/** Loads this node's id, created once and stored next to its journal. */
function loadNodeId(directory: string): string {
  const path = join(directory, 'node-id');
  try {
    writeFileSync(path, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
