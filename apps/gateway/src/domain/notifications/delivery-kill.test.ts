import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { startGatewayProcess } from '../../../test-support/gateway-process.ts';
import { type Client, startTestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';

const SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;
/** The number of the request at which the process is killed, per round. */
const ROUNDS = { sqlite: [1, 3], postgres: [3] };
const PUBLISHED = 5;
const PRIVATE_MEDIA = { ALLOW_PRIVATE_MEDIA: 'on' };

describe.each(databaseKinds)('kill -9 while notifications are sent on %s', (kind) => {
  let database: TestDatabase;
  let receiver: Server;
  let root: Pick<Client, 'id' | 'token'>;
  /** The bodies received under each id. */
  const received = new Map<string, string[]>();
  /** Called for each request; returns whether it gets a response. */
  let onRequest: (id: string) => boolean = () => true;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const id = String(request.headers['webhook-id']);
        received.set(id, [...(received.get(id) ?? []), Buffer.concat(chunks).toString()]);
        if (onRequest(id)) response.end('{}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()));
    const { port } = receiver.address() as AddressInfo;
    database = await createTestDatabase(kind, { hasTables: true });
    const gateway = await startTestGateway({
      kind,
      database,
      clock: manualClock(Date.now()),
      env: PRIVATE_MEDIA,
    });
    root = gateway.root;
    const settings = { url: `http://127.0.0.1:${port}/hook`, secret: SECRET };
    const target = await gateway.root.call('PUT', '/api/notification/self/target', {
      language: 'en',
      channel: 'webhook',
      settings,
    });
    const { id } = target.body.data as unknown as { id: number };
    await gateway.root.call('PUT', '/api/notification/self/subscriptions', {
      subscriptions: [{ target_id: id, event: 'announcement', enabled: true, threshold: null }],
    });
    await gateway.close();
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await database.remove();
  });

  test('every delivery arrives at least once, always with the same id and content', async () => {
    let published = 0;
    const unanswered: string[] = [];
    for (const killAt of ROUNDS[kind]) {
      const { count, cut } = await publishUntilKilled(killAt);
      published += count;
      unanswered.push(cut);
      await withStore(forgetLeases);
    }
    const ids = await withStore(async ({ db }) => {
      const rows = await db.selectFrom('notification_deliveries').select('id').execute();
      return rows.map(({ id }) => id);
    });
    expect(ids.length).toBeGreaterThanOrEqual(published);

    await sendTheRest();
    expect([...received.keys()].toSorted()).toEqual(ids.toSorted());
    for (const bodies of received.values()) expect(new Set(bodies).size).toBe(1);
    // Deliveries that the killed process sent without getting a response were sent again.
    for (const id of unanswered) expect(received.get(id)?.length).toBeGreaterThan(1);
  });

  /** Publishes announcements on a process that dies on one of its own requests, which gets no response. */
  async function publishUntilKilled(killAt: number): Promise<{ count: number; cut: string }> {
    const gateway = await startGatewayProcess(database, PRIVATE_MEDIA);
    let requests = 0;
    const killed = new Promise<string>((resolve) => {
      onRequest = (id) => {
        requests += 1;
        if (requests < killAt) return true;
        if (requests === killAt) void gateway.end('SIGKILL').then(() => resolve(id));
        return false;
      };
    });
    let count = 0;
    for (let number = 0; number < PUBLISHED; number += 1)
      if (await publish(gateway.url, `${killAt}-${number}`)) count += 1;
    return { count, cut: await killed };
  }

  /** Returns whether the response reported it as saved; false if the process dies before. */
  async function publish(url: string, value: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/api/option/`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${root.token}`,
          'new-api-user': String(root.id),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ key: 'Notice', value }),
      });
      return ((await response.json()) as { success: boolean }).success;
    } catch {
      return false;
    }
  }

  /** Sends the remaining deliveries with a gateway that is not killed. */
  async function sendTheRest(): Promise<void> {
    const waiting = new Set(await withStore(listPending));
    const done = new Promise<void>((resolve) => {
      onRequest = (id) => {
        waiting.delete(id);
        if (waiting.size === 0) resolve();
        return true;
      };
    });
    expect(waiting.size).toBeGreaterThan(0);
    const gateway = await startTestGateway({ kind, database, env: PRIVATE_MEDIA });
    await done;
    await gateway.close();
  }

  async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const { databaseUrl, dataDir } = database;
    const store = await openStore({ databaseUrl, dataDir });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
});

/** Simulates a minute passing: the leases of the killed process expire. */
async function forgetLeases({ db }: Store): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ leased_until: 0, next_at: 0 })
    .where('state', '=', 'pending')
    .execute();
  await db.deleteFrom('jobs').where('name', '=', 'deliver-notifications').execute();
}

async function listPending({ db }: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .execute();
  return rows.map(({ id }) => id);
}
