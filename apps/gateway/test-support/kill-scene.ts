import {
  type FileSimulator,
  type FileSimulatorOptions,
  startFileSimulator,
} from '@tollgate/simulators';
import OpenAI from 'openai';
import { BatchPoller } from '../src/domain/batches/batch-poller.ts';
import { reconcileLedger } from '../src/domain/wallet/reconcile-ledger.ts';
import { manualClock } from '../src/platform/clock.ts';
import { openStore, type Store } from '../src/store/open-store.ts';
import { createTestDatabase, type DatabaseKind } from './databases.ts';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';

export const QUOTA = 1_000_000;
/** What each line of a batch uses. */
export const LINE_TOKENS = { prompt: 10, completion: 40 };
const KEY = 'sk-provider-canary';
/** Longer than an unfinished submission is left alone. */
const LATER_MS = 2 * 3_600_000;
const ROUNDS = 4;

type Script = NonNullable<FileSimulatorOptions['script']>;
export type FileCall = Parameters<Script>[0];

/** What the provider does when the gateway is killed during a request. */
export interface DeathTrap {
  isFor: (call: FileCall) => boolean;
  /** Whether the provider still handles that request. */
  isHandled: boolean;
  /** Turns of the event loop from the request to the kill. */
  turns?: number;
}

/** A user with a key; each batch of a test has its own. */
export interface Payer {
  id: number;
  secret: string;
}

/** Real gateway processes in front of a provider of batches that can kill them at any request. */
export interface KillScene {
  provider: FileSimulator;
  payers: Payer[];
  start(): Promise<GatewayProcess>;
  openai(gateway: { url: string }, payer: Payer): OpenAI;
  /** Kills a process at one of its requests; resolves once it is dead. */
  killAt(gateway: Pick<GatewayProcess, 'end'>, trap: DeathTrap): Promise<void>;
  /** Starts a process that is killed at a request of its jobs; resolves once it is dead. */
  startAndKillAt(trap: DeathTrap): Promise<void>;
  /** Makes a payer's batches due, so that the next process's jobs check them at once. */
  makeDue(payer: Payer): Promise<void>;
  /** Settles all batches on a gateway hours later; returns the reconciliation of each payer. */
  recover(): Promise<{ faults: unknown[]; books: Map<number, PayerBooks> }>;
  /** Runs work on a gateway in this process. */
  inProcess<Result>(work: (gateway: TestGateway) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface PayerBooks {
  quota: number;
  used: number;
  held: number;
  /** Ledger rows by the first part of their key: hold, release, usage. */
  booked: Record<string, number>;
  unsettled: number;
}

// tidy-ignore: a closure over shared state, made of short functions
export async function startKillScene(kind: DatabaseKind, payerCount: number): Promise<KillScene> {
  const database = await createTestDatabase(kind, { hasTables: true });
  let trap: Script | undefined;
  const provider = await startFileSimulator({
    keys: [KEY],
    nowMs: () => Date.now(),
    outcome: () => LINE_TOKENS,
    script: (call) => trap?.(call),
  });
  const running = new Set<GatewayProcess>();
  const open = () => openStore({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
  const inProcess: KillScene['inProcess'] = async (work) => {
    const gateway = await startTestGateway({
      kind,
      database,
      clock: manualClock(Date.now() + LATER_MS),
    });
    await gateway.app.jobs.stop();
    try {
      return await work(gateway);
    } finally {
      await gateway.close();
    }
  };
  const payers = await inProcess(async (gateway) => {
    await gateway.channel({ key: KEY, base_url: provider.url, models: 'gpt-4o-mini' });
    const payers: Payer[] = [];
    for (let count = 0; count < payerCount; count += 1) {
      const client = await gateway.user({ quota: QUOTA });
      payers.push({ id: client.id, secret: (await gateway.token(client)).secret });
    }
    return payers;
  });
  const killAt: KillScene['killAt'] = (gateway, { isFor, isHandled, turns = 0 }) =>
    new Promise((resolve, reject) => {
      const kill = () => gateway.end('SIGKILL').then(() => resolve(), reject);
      trap = (call) => {
        if (!isFor(call)) return undefined;
        trap = undefined;
        if (turns === 0) void kill();
        else void passTurns(turns).then(kill);
        return isHandled ? undefined : { status: 500, body: {} };
      };
    });
  return {
    provider,
    payers,
    inProcess,
    killAt,
    async start() {
      const gateway = await startGatewayProcess(database);
      running.add(gateway);
      return gateway;
    },
    openai: ({ url }, { secret }) =>
      new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 }),
    async startAndKillAt(deadly) {
      let killed: Promise<void> | undefined;
      const started = startGatewayProcess(database, {}, (gateway) => {
        killed = killAt(gateway, deadly);
      });
      // It may die before it serves.
      await started.then((gateway) => running.add(gateway)).catch(() => undefined);
      await killed;
    },
    async makeDue({ id }) {
      const store = await open();
      await store.db
        .updateTable('batches')
        .set({ next_check_at: 0 })
        .where('user_id', '=', id)
        .where('ended_at', '=', 0)
        .execute();
      // Deletes the lease of a process that died in the job.
      await store.db.deleteFrom('jobs').where('name', '=', 'check-batches').execute();
      await store.close();
    },
    recover: () => inProcess((gateway) => recoverAll(gateway, { provider, payers })),
    async close() {
      await Promise.all([...running].map((gateway) => gateway.end('SIGKILL')));
      await provider.close();
      await database.remove();
    },
  };
}

async function passTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

/** Checks all batches until each has ended, once the provider has ended the running ones. */
async function recoverAll(
  { app }: TestGateway,
  { provider, payers }: Pick<KillScene, 'provider' | 'payers'>,
): ReturnType<KillScene['recover']> {
  const { domain } = app;
  const checker = new BatchPoller(domain);
  for (let round = 0; round < ROUNDS; round += 1) {
    await domain.store.db
      .updateTable('batches')
      .set({ next_check_at: 0 })
      .where('ended_at', '=', 0)
      .execute();
    await checker.run(new AbortController().signal);
    for (const { id, status } of provider.batches()) {
      if (status === 'validating') provider.begin(id);
      if (status === 'in_progress') provider.end(id);
      if (status === 'cancelling') {
        provider.begin(id);
        provider.end(id, 'cancelled', 1);
      }
    }
  }
  await domain.wallet.flush();
  const reconciliations = new Map<number, PayerBooks>();
  for (const { id } of payers) reconciliations.set(id, await readPayer(domain.store, id));
  const faults = await reconcileLedger(
    domain.store,
    Math.floor(domain.clock.nowMs() / 1000) + 7200,
  );
  return { faults, books: reconciliations };
}

async function readPayer({ db }: Store, id: number): Promise<PayerBooks> {
  const user = await db
    .selectFrom('users')
    .select(['quota', 'used_quota', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('ledger')
    .select(['idempotency_key'])
    .where('user_id', '=', id)
    .execute();
  const booked: Record<string, number> = {};
  for (const { idempotency_key: key } of rows) {
    const [name = ''] = key.split(':');
    if (['hold', 'release', 'usage'].includes(name)) booked[name] = (booked[name] ?? 0) + 1;
  }
  const unsettled = await db
    .selectFrom('batches')
    .select('id')
    .where('user_id', '=', id)
    .where('ended_at', '=', 0)
    .execute();
  return {
    quota: user.quota,
    used: user.used_quota,
    held: user.held,
    booked,
    unsettled: unsettled.length,
  };
}
