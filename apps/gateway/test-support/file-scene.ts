import {
  type FileSimulator,
  type FileSimulatorOptions,
  startFileSimulator,
} from '@tollgate/simulators';
import OpenAI from 'openai';
import { reconcileLedger } from '../src/domain/wallet/reconcile-ledger.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { DatabaseKind, TestDatabase } from './databases.ts';
import { readAccount } from './read-account.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

export const FILE_KEYS = ['sk-provider-canary-a', 'sk-provider-canary-b'];
export const PERSON_QUOTA = 1_000_000_000;

export interface Person {
  client: Client;
  secret: string;
  apiKeyId: number;
  openai: OpenAI;
}

/** A gateway with a provider of files and batches, on a manual clock. */
export interface FileScene {
  gateway: TestGateway;
  clock: ReturnType<typeof manualClock>;
  provider: FileSimulator;
  channel: { id: number; name: string };
  /** A user with quota, a key, and the official client. */
  person(options?: { quota?: number; token?: Record<string, unknown> }): Promise<Person>;
  /** Makes a call without OpenAI's client. */
  call(
    secret: string,
    path: string,
    init?: RequestInit & { duplex?: 'half' },
  ): Promise<{ status: number; text: string; headers: Headers }>;
  /** Returns the user's balance and usage, after all charges are applied. */
  account(client: Client): ReturnType<typeof readAccount>;
  /** Returns the discrepancies found by reconciliation. */
  faults(): Promise<unknown[]>;
  close(): Promise<void>;
}

// tidy-ignore: a closure over shared state, made of short functions
export async function startFileScene({
  kind = 'sqlite',
  database,
  env = {},
  channel: fields = {},
  ...options
}: {
  kind?: DatabaseKind;
  /** A database that outlives the scene. */
  database?: TestDatabase;
  env?: Record<string, string>;
  channel?: Record<string, unknown>;
} & Partial<FileSimulatorOptions> = {}): Promise<FileScene> {
  const clock = manualClock(Date.now());
  const nowMs = () => clock.nowMs();
  const provider = await startFileSimulator({ keys: FILE_KEYS, nowMs, ...options });
  const gateway = await startTestGateway({
    kind,
    clock,
    random: () => 0.5,
    env,
    ...(database ? { database } : {}),
  });
  // Periodic work runs when a test says so.
  await gateway.app.jobs.stop();
  const channel = await gateway.channel({
    type: 1,
    name: 'files',
    key: FILE_KEYS[0],
    base_url: provider.url,
    models: 'gpt-4o-mini,gpt-4o,text-embedding-3-small,gpt-4.1',
    ...fields,
  });
  const { domain } = gateway.app;
  return {
    gateway,
    clock,
    provider,
    channel,
    async person({ quota = PERSON_QUOTA, token = {} } = {}) {
      const client = await gateway.user({ quota });
      const { secret, id } = await gateway.token(client, token);
      const openai = new OpenAI({
        apiKey: secret,
        baseURL: `${gateway.url}/v1`,
        maxRetries: 0,
        defaultHeaders: { 'accept-language': 'en' },
      });
      return { client, secret, apiKeyId: id, openai };
    },
    async call(secret, path, init = {}) {
      const response = await fetch(gateway.url + path, {
        ...init,
        headers: {
          authorization: `Bearer ${secret}`,
          'accept-language': 'en',
          ...(init.headers as Record<string, string> | undefined),
        },
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    account: ({ id }) => readAccount(domain, id),
    async faults() {
      await domain.wallet.flush();
      // Ledger rows are checked once they have settled, hours once they are over.
      return reconcileLedger(domain.store, Math.floor(clock.nowMs() / 1000) + 7200);
    },
    async close() {
      await gateway.close();
      await provider.close();
    },
  };
}
