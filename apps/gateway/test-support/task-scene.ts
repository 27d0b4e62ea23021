import {
  type MidjourneySimulator,
  startMidjourneySimulator,
  startSunoSimulator,
  type TaskSimulator,
} from '@tollgate/simulators';
import { TaskPoller } from '../src/domain/tasks/task-poller.ts';
import { reconcileLedger } from '../src/domain/wallet/reconcile-ledger.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { TaskRow } from '../src/store/tasks-repository.ts';
import type { DatabaseKind } from './databases.ts';
import { readAccount } from './read-account.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

export const DRAWING_PRICE = 50_000;
export const SONG_PRICE = 50_000;
export const LYRICS_PRICE = 5_000;

export interface TaskReply {
  status: number;
  body: Record<string, unknown> & { code?: unknown; result?: unknown; data?: unknown };
  headers: Headers;
}

/** A gateway with a drawing service and a music service, on a manual clock. */
export interface TaskScene {
  gateway: TestGateway;
  clock: ReturnType<typeof manualClock>;
  drawings: MidjourneySimulator;
  songs: TaskSimulator;
  imageChannel: { id: number };
  musicChannel: { id: number };
  /** Creates a user with quota and a key. */
  person(
    fields?: Record<string, unknown>,
  ): Promise<{ client: Client; secret: string; apiKeyId: number }>;
  call(
    secret: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TaskReply>;
  /** Submits a drawing that is accepted; returns its id. */
  draw(secret: string, prompt: string): Promise<string>;
  /** Submits a song that is accepted; returns its id. */
  sing(secret: string, prompt: string): Promise<string>;
  /** Lets time pass and checks what is due then. */
  pass(milliseconds: number): Promise<void>;
  task(id: string): Promise<TaskRow>;
  /** Returns the user's balance and usage, after all charges are applied. */
  account(client: Client): ReturnType<typeof readAccount>;
  /** Returns the amounts refunded to a user. */
  refunds(client: Client): Promise<number[]>;
  /** Returns the discrepancies found by reconciliation. */
  faults(): Promise<unknown[]>;
  close(): Promise<void>;
}

export const PERSON_QUOTA = 10_000_000;

// tidy-ignore: a closure over shared state, made of short functions
export async function startTaskScene(
  kind: DatabaseKind,
  env: Record<string, string> = { ALLOW_PRIVATE_MEDIA: 'on' },
): Promise<TaskScene> {
  const clock = manualClock(Date.now());
  const nowMs = () => clock.nowMs();
  const midjourney = await startMidjourneySimulator({ secret: 'mj-secret-canary', nowMs });
  const songs = await startSunoSimulator({ secret: 'suno-secret-canary', nowMs });
  const gateway = await startTestGateway({ kind, clock, random: () => 0.5, env });
  const imageChannel = await gateway.channel({
    type: 2,
    name: 'drawings',
    key: 'mj-secret-canary',
    base_url: midjourney.url,
    models:
      'mj_imagine,mj_upscale,mj_variation,mj_inpaint,mj_modal,mj_upload,mj_shorten,mj_describe,swap_face',
  });
  const musicChannel = await gateway.channel({
    type: 36,
    name: 'songs',
    key: 'suno-secret-canary',
    base_url: songs.url,
    models: 'suno_music,suno_lyrics',
  });
  const { domain } = gateway.app;
  // Tasks are checked only when a test calls this.
  await gateway.app.jobs.stop();
  const checker = new TaskPoller(domain);
  const call: TaskScene['call'] = async (secret, path, body, headers = {}) => {
    const response = await fetch(gateway.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
        'content-type': 'application/json',
        'accept-language': 'en',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as TaskReply['body'],
      headers: response.headers,
    };
  };
  return {
    gateway,
    clock,
    drawings: midjourney,
    songs,
    imageChannel,
    musicChannel,
    async person(fields = {}) {
      const client = await gateway.user({ quota: PERSON_QUOTA });
      const { secret, id } = await gateway.token(client, fields);
      return { client, secret, apiKeyId: id };
    },
    call,
    async draw(secret, prompt) {
      const { body } = await call(secret, '/mj/submit/imagine', { prompt });
      if (typeof body.result !== 'string' || body.result === '')
        throw new Error(JSON.stringify(body));
      return body.result;
    },
    async sing(secret, prompt) {
      const { body } = await call(secret, '/suno/submit/music', { prompt, title: 'A song' });
      if (typeof body.data !== 'string') throw new Error(JSON.stringify(body));
      return body.data;
    },
    async pass(milliseconds) {
      clock.advance(milliseconds);
      await checker.run(new AbortController().signal);
      // A node that has been silent for long grants no more leases.
      await domain.wallet.maintain(60_000).catch(() => {});
    },
    task: (id) =>
      domain.store.db
        .selectFrom('tasks')
        .selectAll()
        .where('task_id', '=', id)
        .executeTakeFirstOrThrow(),
    account: ({ id }) => readAccount(domain, id),
    async refunds({ id }) {
      const rows = await domain.store.db
        .selectFrom('ledger')
        .select('amount')
        .where('user_id', '=', id)
        .where('kind', '=', 'refund')
        .execute();
      return rows.map(({ amount }) => Number(amount));
    },
    async faults() {
      await domain.wallet.flush();
      // Ledger rows are checked once they have settled, hours once they are over.
      return reconcileLedger(domain.store, Math.floor(clock.nowMs() / 1000) + 7200);
    },
    async close() {
      await gateway.close();
      await midjourney.close();
      await songs.close();
    },
  };
}
