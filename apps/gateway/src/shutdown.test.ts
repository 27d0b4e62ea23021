import { CHAT_DIALECTS } from '@tollgate/contract';
import { findFreePort } from '@tollgate/tools';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type MoneyState, readMoneyState } from '../test-support/money/read-money-state.ts';
import { createTestDatabase, databaseKinds, type DatabaseKind } from '../test-support/databases.ts';
import { MODEL_OF } from '../test-support/dialect-scene.ts';
import { WIRES } from '../test-support/dialect-wires.ts';
import {
  openDisconnectingClient,
  type DisconnectingClient,
} from '../test-support/disconnecting-client.ts';
import { startGatewayProcess } from '../test-support/gateway-process.ts';
import { startScriptedUpstream } from '../test-support/scripted-upstream.ts';
import { startTestGateway } from '../test-support/test-gateway.ts';
import { LocalJournal } from './domain/wallet/store/local-journal.ts';
import { journalPath, nodeFolder } from './domain/wallet/node-folders.ts';
import { openStore } from './store/open-store.ts';

/** These start processes. */

const WORDS = Array.from({ length: 200 }, (_, index) => `word${index} `).join('');
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await end();
});

/**
 * Starts a gateway process in front of a scripted upstream of every dialect, and creates a user with a key.
 */
async function start(kind: DatabaseKind, env: Record<string, string> = {}) {
  const database = await createTestDatabase(kind, { hasTables: true });
  ends.push(() => database.remove());
  const upstream = await startScriptedUpstream();
  ends.push(() => upstream.close());
  const before = await startTestGateway({ database });
  for (const [index, dialect] of CHAT_DIALECTS.entries())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await before.channel({
      type: [1, 1, 14, 24][index],
      key: 'k',
      base_url: upstream.url,
      models: MODEL_OF[dialect],
      setting: JSON.stringify({ dialect }),
    });
  const owner = await before.user({ quota: 50_000_000 });
  const { secret } = await before.token(owner);
  await before.close();
  const gateway = await startGatewayProcess(database, { SHUTDOWN_GRACE_SECONDS: '0', ...env });
  return {
    gateway,
    secret,
    open: (dialect: (typeof CHAT_DIALECTS)[number], stream: boolean): DisconnectingClient => {
      const { path, body } = WIRES[dialect].call(MODEL_OF[dialect], stream, 'Count.');
      return openDisconnectingClient(gateway.url + path, secret, body);
    },
    upstream,
    /** Reads the money state that the process left behind. */
    async books(): Promise<MoneyState & { rows: Record<string, unknown>[]; journal: number }> {
      const store = await openStore(database);
      try {
        const books = await readMoneyState(store, owner.id);
        const rows = await store.db
          .selectFrom('logs')
          .selectAll()
          .where('user_id', '=', owner.id)
          .where('type', 'in', [2, 5])
          .execute();
        return { ...books, rows, journal: countJournals(database.dataDir) };
      } finally {
        await store.close();
      }
    },
  };
}

/** Opens a stream that has delivered its words and waits for the upstream. */
async function openStream({ open, upstream }: Awaited<ReturnType<typeof start>>) {
  const client = open('openai-chat', true);
  const call = await upstream.next();
  call.begin();
  const wire = WIRES['openai-chat'];
  await call.write(wire.start() + wire.text(WORDS));
  await client.read('word199');
  return { client, call };
}

/** Whether a gateway still accepts connections. */
const isAccepting = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(true));
    socket.on('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

/** Opens a call that sends exactly these bytes: when they were sent, and everything received. */
function openRawCall(
  url: string,
  bytes: string,
): { written: Promise<void>; text: Promise<string> } {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  ends.push(async () => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => 'broken off');
  return {
    written: new Promise((resolve) => socket.write(bytes, () => resolve())),
    text: once(socket, 'close').then(() => Buffer.concat(chunks).toString()),
  };
}

/** Opens calls whose bodies never arrive: one of them Node parses. */
const openHalfCalls = (url: string, secret: string) =>
  [
    ['content-length: 1000', '{"model":'],
    ['transfer-encoding: chunked', '9\r\n{"model":\r\n'],
  ].map(([header, body]) =>
    openRawCall(
      url,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${secret}\r\n` +
        `content-type: application/json\r\n${header}\r\n\r\n${body}`,
    ),
  );

/** Counts the charges waiting in the journals of a data folder. */
function countJournals(dataDir: string): number {
  return [1, 2]
    .map((number) => journalPath(nodeFolder(dataDir, number)))
    .filter((path) => existsSync(path))
    .map((path) => {
      const journal = new LocalJournal({ path, durability: 'normal' });
      const { rows } = journal.state();
      void journal.close();
      return rows;
    })
    .reduce((sum, rows) => sum + rows, 0);
}

describe.each(databaseKinds)('a gateway on %s that is stopped', (kind) => {
  test('charges the streams that it cuts for what they delivered, tells them so, waits for no bodies, and leaves nothing behind', async () => {
    const scene = await start(kind);
    const streams: DisconnectingClient[] = [];
    for (const dialect of CHAT_DIALECTS) {
      const client = scene.open(dialect, true);
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const call = await scene.upstream.next();
      call.begin();
      const wire = WIRES[dialect];
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await call.write(wire.start() + wire.text(WORDS));
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await client.read('word199');
      streams.push(client);
    }
    const whole = scene.open('openai-chat', false);
    await scene.upstream.next();
    const left = scene.open('anthropic-messages', false);
    await scene.upstream.next();
    left.leave();
    const halves = openHalfCalls(scene.gateway.url, scene.secret);
    await Promise.all(halves.map(({ written }) => written));
    await (await fetch(`${scene.gateway.url}/healthz`)).text();

    expect(await scene.gateway.end('SIGTERM')).toBe(0);
    for (const client of streams) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const text = await client.readAll();
      expect(text).toContain('restart');
      expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed|\[TypeError/);
    }
    expect(await whole.status()).toBe(503);
    // oxlint-disable-next-line no-await-in-loop -- in their order
    for (const { text } of halves) expect(await text).toMatch(/^HTTP\/1.1 503 [^]*restart/);

    const { rows, held, leases, logged, used, differences, journal } = await scene.books();
    const cut = rows.filter(({ is_stream: isStream }) => isStream);
    expect(cut).toHaveLength(4);
    for (const row of cut) {
      expect(row['completion_tokens']).toBeGreaterThan(150);
      expect(JSON.parse(String(row['other']))).toMatchObject({ end: 'shutdown', estimated: true });
    }
    const others = rows.map((row) => JSON.parse(String(row['other'])) as Record<string, unknown>);
    expect(others.filter(({ on_client_gone: policy }) => policy === 'drain')).toHaveLength(1);
    expect({ held, leases, used, differences, journal }).toEqual({
      held: 0,
      leases: 0,
      used: logged,
      differences: [],
      journal: 0,
    });
  });
});

/** Workers, which take the same signals, are sent each of them twice below. */
test('a gateway that is stopped twice still lets its calls end', async () => {
  const scene = await start('sqlite', { SHUTDOWN_GRACE_SECONDS: '60' });
  const { client, call } = await openStream(scene);
  const ended = scene.gateway.end('SIGINT');
  await expect.poll(() => isAccepting(scene.gateway.url)).toBe(false);
  scene.gateway.signalAll('SIGINT');
  await expect.poll(() => isAccepting(scene.gateway.url)).toBe(false);
  call.end(WIRES['openai-chat'].finish() + WIRES['openai-chat'].last());
  expect(await client.readAll()).toContain('[DONE]');
  expect(await ended).toBe(0);
  const { rows, held, leases, journal } = await scene.books();
  expect({ rows: rows.length, held, leases, journal }).toEqual({
    rows: 1,
    held: 0,
    leases: 0,
    journal: 0,
  });
});

test('workers that are stopped while they start end without an error', async () => {
  const silent = createServer((socket) => socket.on('error', () => 'broken off'));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { dataDir, remove } = await createTestDatabase('sqlite');
  ends.push(remove, async () => silent.close());
  const ended = Promise.withResolvers<number | null>();
  const databaseUrl = `postgres://tollgate@127.0.0.1:${port}/tollgate`;
  const env = { WORKERS: '2', PORT: String(await findFreePort()) };
  const started = startGatewayProcess({ dataDir, databaseUrl }, env, ({ end }) => {
    silent.once('connection', () => ended.resolve(end('SIGTERM')));
  });
  await expect(started).rejects.not.toThrow('could not start');
  expect(await ended.promise).toBe(0);
});

describe.runIf(databaseKinds.includes('postgres'))(
  'a gateway of two workers that is stopped',
  () => {
    test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'by signals to each of its processes (%s) lets the calls of both end',
      async (signal) => {
        const scene = await start('postgres', {
          WORKERS: '2',
          PORT: String(await findFreePort()),
          SHUTDOWN_GRACE_SECONDS: '60',
        });
        const streams: Awaited<ReturnType<typeof openStream>>[] = [];
        for (let turn = 0; turn < 6; turn += 1)
          // oxlint-disable-next-line no-await-in-loop -- in their order
          streams.push(await openStream(scene));
        scene.gateway.signalAll(signal);
        await expect.poll(() => isAccepting(scene.gateway.url)).toBe(false);
        scene.gateway.signalAll(signal);
        const wire = WIRES['openai-chat'];
        for (const { call } of streams) call.end(wire.finish() + wire.last());
        for (const { client } of streams)
          // oxlint-disable-next-line no-await-in-loop -- in their order
          expect(await client.readAll()).toContain('[DONE]');
        expect(await scene.gateway.end('SIGCONT')).toBe(0);
        const { rows, held, leases, journal } = await scene.books();
        expect({ rows: rows.length, held, leases, journal }).toEqual({
          rows: 6,
          held: 0,
          leases: 0,
          journal: 0,
        });
      },
    );

    test('cuts and charges the streams of both', async () => {
      const scene = await start('postgres', {
        WORKERS: '2',
        PORT: String(await findFreePort()),
      });
      const clients: DisconnectingClient[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const client = scene.open('openai-chat', true);
        // oxlint-disable-next-line no-await-in-loop -- in their order
        const call = await scene.upstream.next();
        call.begin();
        const wire = WIRES['openai-chat'];
        // oxlint-disable-next-line no-await-in-loop -- in their order
        await call.write(wire.start() + wire.text(WORDS));
        // oxlint-disable-next-line no-await-in-loop -- in their order
        await client.read('word199');
        clients.push(client);
      }
      expect(await scene.gateway.end('SIGTERM')).toBe(0);
      // oxlint-disable-next-line no-await-in-loop -- in their order
      for (const client of clients) expect(await client.readAll()).toContain('restart');
      const { rows, held, leases, logged, used, journal } = await scene.books();
      expect(rows).toHaveLength(6);
      expect({ held, leases, used, journal }).toEqual({
        held: 0,
        leases: 0,
        used: logged,
        journal: 0,
      });
    });
  },
);
