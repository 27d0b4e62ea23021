import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { sampleLogRow } from '../../test-support/insert-sample-log.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { readUser } from '../domain/accounts/users.ts';
import { exportOwnData } from '../domain/own-data/export-own-data.ts';
import { manualClock, nowSeconds } from '../platform/clock.ts';
import { insertLogRows } from '../store/logs-repository.ts';

const ROWS = Number(process.env.OWN_DATA_ROWS ?? 3000);

describe.each(databaseKinds)("downloading one's own data on %s", (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  const download = (client: Client) =>
    fetch(`${gateway.url}/api/user/self/data`, {
      headers: { authorization: `Bearer ${client.token}`, 'new-api-user': String(client.id) },
    });
  const addRows = async ({ id }: Client, name: string, count: number) => {
    const row = sampleLogRow(nowSeconds(clock), { id, name }, { token_name: `key of ${name}` });
    for (let begun = 0; begun < count; begun += 500)
      await gateway.app.domain.store.transaction((trx) =>
        insertLogRows(
          trx,
          Array.from({ length: Math.min(500, count - begun) }, (_, n) => ({
            ...row,
            request_id: `${id}-${begun + n}`,
          })),
        ),
      );
  };

  test("contains every kind of the user's rows, none of another user, and no secret", async () => {
    const name = `marker${kind.slice(0, 3)}`;
    const [own, other] = [await gateway.user({ quota: 777 }), await gateway.user({ name })];
    const { secret } = await gateway.token(own, { name: 'mine' });
    await gateway.token(other, { name });
    await addRows(own, 'own', 3);
    await addRows(other, name, 3);
    const response = await download(own);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const text = await response.text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; row: Record<string, unknown> });
    const of = (wanted: string) => lines.filter((line) => line.kind === wanted);
    expect(of('profile')).toMatchObject([{ row: { id: own.id, quota: 777 } }]);
    expect(of('key')).toMatchObject([{ row: { name: 'mine' } }]);
    expect(of('log').filter(({ row }) => row.token_name === 'key of own')).toHaveLength(3);
    expect(of('session')).toHaveLength(1);
    expect(of('balance_change').length).toBeGreaterThanOrEqual(1);
    expect(text).not.toContain(name);
    expect(text).not.toContain(secret.slice(3));
    const note = await gateway.app.domain.store.db
      .selectFrom('logs')
      .select('content')
      .where('user_id', '=', own.id)
      .where('type', '=', 3)
      .execute();
    expect(note.map(({ content }) => content).join('\n')).toContain('Own data downloaded');
  });

  test('contains every session, however many there are', async () => {
    const own = await gateway.user();
    const { db } = gateway.app.domain.store;
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', own.id)
      .executeTakeFirstOrThrow();
    const { id: _id, ...session } = row;
    const more = Array.from({ length: 250 }, (_, n) => ({
      ...session,
      token_hash: `${own.id}-${n}`,
    }));
    await db.insertInto('sessions').values(more).execute();
    const lines = (await (await download(own)).text()).split('\n');
    expect(lines.filter((line) => line.startsWith('{"kind":"session"'))).toHaveLength(251);
  });

  test('requires another confirmation if the last was long ago', async () => {
    const own = await gateway.user();
    clock.advance(16 * 60_000);
    const response = await download(own);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'confirmation_required' });
  });

  test('a long log is sent in small chunks, read only as the client takes them', async () => {
    const own = await gateway.user();
    await addRows(own, 'long', ROWS);
    const user = await readUser(gateway.app.domain, own.id);
    let [lines, longest] = [0, 0];
    for await (const piece of exportOwnData(gateway.app.domain, user, 'en')) {
      lines += piece.split('\n').length - 1;
      longest = Math.max(longest, piece.length);
    }
    expect(lines).toBeGreaterThanOrEqual(ROWS);
    expect(longest).toBeLessThan(200 * 1024);
  });
});

test('a user can download everything at most three times an hour', async () => {
  const gateway = await startTestGateway({ env: { RATE_LIMIT: 'on' } });
  try {
    const { root } = gateway;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const response = await fetch(`${gateway.url}/api/user/self/data`, {
        headers: { authorization: `Bearer ${root.token}`, 'new-api-user': String(root.id) },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await gateway.close();
  }
});
