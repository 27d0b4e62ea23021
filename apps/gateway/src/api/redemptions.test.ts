import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../store/ledger-repository.ts';

type Row = Record<string, unknown> & { id: number; key: string };

describe.each(databaseKinds)('redemption codes on %s', (kind) => {
  let gateway: TestGateway;
  let admin: Client;
  let person: Client;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    admin = await gateway.user({ role: 10 });
    person = await gateway.user();
  });
  afterAll(() => gateway.close());

  const create = async (fields: Record<string, unknown> = {}) =>
    (
      await admin.call('POST', '/api/redemption/', {
        name: 'code',
        quota: 1000,
        count: 1,
        ...fields,
      })
    ).body;
  const codesOf = async (fields: Record<string, unknown>) =>
    (await create(fields)).data as unknown as [string, ...string[]];
  const codeOf = async (fields: Record<string, unknown> = {}) => (await codesOf(fields))[0];
  const search = async (query: string) =>
    (await admin.call('GET', `/api/redemption/search?${query}`)).body.data as unknown as {
      items: [Row, ...Row[]];
      total: number;
    };
  const rowOf = async (code = '') => (await search(`keyword=${code}`)).items[0];
  const put = async (body: unknown, query = '') =>
    (await admin.call('PUT', `/api/redemption/${query}`, body)).body;
  const redeem = async (code: unknown, client = person) =>
    (await client.call('POST', '/api/user/topup', { key: code })).body;
  /** Redeems a code as a client does: again if no connection to the database was free in time. */
  const redeemPatiently = async (code: string, client: Client): Promise<boolean> => {
    const body = await redeem(code, client);
    return body.code === 'database_unavailable' ? redeemPatiently(code, client) : body.success;
  };
  const self = async (client: Client) => (await client.call('GET', '/api/user/self')).body.data;
  const ledgerOf = (id: number) =>
    gateway.app.domain.store.db
      .selectFrom('ledger')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();

  test('a batch changes what it may, reports which codes it did not and why, and totals by status follow', async () => {
    const [first, second, used] = await codesOf({ name: 'bulk', quota: 500, count: 3 });
    await redeem(used);
    const ids = await Promise.all(
      [first, second, used].map(async (code) => (await rowOf(code)).id),
    );
    const manage = async (action: string, of = ids) =>
      (await admin.call('POST', '/api/redemption/batch', { ids: of, action })).body.data;
    const totals = async (query: string) =>
      ((await search(query)) as unknown as { totals: unknown }).totals;
    expect(await manage('disable')).toMatchObject({
      done: 2,
      refused: [{ id: ids[2], code: 'redemption_already_redeemed' }],
    });
    expect(await redeem(first)).toMatchObject({ success: false });
    expect(await totals('keyword=bulk')).toEqual([
      { status: 2, count: 2, quota: 1000 },
      { status: 3, count: 1, quota: 500 },
    ]);
    expect(await totals('keyword=bulk&status=3')).toEqual([{ status: 3, count: 1, quota: 500 }]);
    expect(await manage('enable', ids.slice(0, 1))).toEqual({ done: 1, refused: [] });
    expect(await redeem(first)).toMatchObject({ success: true });
    expect(await manage('delete')).toEqual({ done: 3, refused: [] });
    expect(await totals('keyword=bulk')).toEqual([]);
    expect(await manage('disable', ids.slice(0, 1))).toMatchObject({ done: 0 });
    const refusedBodies = [
      { ids: [], action: 'delete' },
      { ids, action: 'redeem' },
    ];
    for (const body of refusedBodies)
      expect((await admin.call('POST', '/api/redemption/batch', body)).body.success).toBe(false);
    expect(
      (await person.call('POST', '/api/redemption/batch', { ids, action: 'delete' })).status,
    ).toBe(403);
  });

  test('the requested number of distinct codes is created, with 32 hexadecimal characters, and read back complete', async () => {
    const codes = await codesOf({ name: 'spring', quota: 777, count: 100 });
    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{32}$/);
    const { id } = await rowOf(codes[41]);
    const { body } = await admin.call('GET', `/api/redemption/${id}`);
    expect(body.data).toEqual({
      id,
      name: 'spring',
      quota: 777,
      key: codes[41],
      key_unreadable: false,
      status: 1,
      created_time: expect.any(Number),
      user_id: admin.id,
      used_user_id: 0,
      redeemed_time: 0,
    });
  });

  test('the list names who created a code and who redeemed it', async () => {
    const code = await codeOf();
    const creator = (await self(admin)).username;
    expect(await rowOf(code)).toMatchObject({ creator, redeemer: '' });
    await redeem(code);
    expect(await rowOf(code)).toMatchObject({ creator, redeemer: (await self(person)).username });
  });

  test('the database stores no code in plain text', async () => {
    const code = await codeOf();
    const rows = await gateway.app.domain.store.db.selectFrom('redemptions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('a code without a name is named after its value', async () => {
    const { key } = await rowOf(await codeOf({ name: undefined, quota: 250_000 }));
    expect(await rowOf(key)).toMatchObject({ name: '$0.50' });
    await gateway.setOption('DisplayInCurrencyEnabled', 'false');
    expect(await rowOf(await codeOf({ name: undefined, quota: 250_000 }))).toMatchObject({
      name: '250k',
    });
    await gateway.setOption('DisplayInCurrencyEnabled', 'true');
  });

  test('repeating a request, even concurrently, returns the same codes and creates none; a different one under its key is refused', async () => {
    const before = (await search('keyword=')).total;
    const ask = () => create({ count: 3, idempotency_key: 'the-same-form' });
    const [first, second] = await Promise.all([ask(), ask()]);
    const third = await ask();
    expect(second.data).toEqual(first.data);
    expect(third.data).toEqual(first.data);
    for (const other of [{ count: 9 }, { count: 3, quota: 7 }, { count: 3, name: 'other' }])
      expect(await create({ ...other, idempotency_key: 'the-same-form' })).toMatchObject({
        code: 'idempotency_key_reused',
      });
    expect((await search('keyword=')).total).toBe(before + 3);
  });

  test.each([
    [{ name: '' }, 'redemption_name_length'],
    [{ name: 'x'.repeat(21) }, 'redemption_name_length'],
    [{ count: 0 }, 'redemption_count_min'],
    [{ count: 101 }, 'redemption_count_max'],
    [{ count: '5' }, 'redemption_count_min'],
    [{ quota: 0 }, 'redemption_quota_invalid'],
    [{ quota: -5 }, 'redemption_quota_invalid'],
    [{ quota: 1.5 }, 'redemption_quota_invalid'],
    [{ quota: 9_000_000_000_001 }, 'redemption_quota_invalid'],
  ])('a form like %j is refused, and no code is created', async (fields, code) => {
    const before = (await search('keyword=')).total;
    const answer = await create(fields);
    expect([answer.success, answer.code]).toEqual([false, code]);
    expect((await search('keyword=')).total).toBe(before);
  });

  test('a name of 20 characters outside the basic plane fits', async () => {
    expect((await create({ name: '🎁'.repeat(20) })).success).toBe(true);
  });

  test('codes are found by id, part of the name, the whole code and status; wildcards are literal', async () => {
    const [first, second] = await codesOf({ name: '50%_Off', count: 2 });
    const { id } = await rowOf(first);
    expect((await search(`keyword=${id}`)).items.map((row) => row.id)).toContain(id);
    expect((await search('keyword=0%25_oF')).total).toBe(2);
    expect((await search('keyword=5%25o')).total).toBe(0);
    expect((await rowOf(second?.toUpperCase())).key).toBe(second);
    await put({ id, status: 2 }, '?status_only=true');
    expect((await search('keyword=50%25_off&status=2')).items).toMatchObject([{ id }]);
  });

  test('an unused code can be edited, disabled and enabled; a disabled one cannot be edited', async () => {
    const code = await codeOf();
    const { id } = await rowOf(code);
    expect((await put({ id, name: 'renamed', quota: 5 })).data).toMatchObject({ name: 'renamed' });
    // Everything except the status is ignored if only that is to be changed.
    await put({ id, status: 2, name: 'ignored', quota: 9 }, '?status_only=true');
    expect(await rowOf(code)).toMatchObject({ status: 2, name: 'renamed', quota: 5 });
    expect((await put({ id, name: 'x' })).code).toBe('redemption_not_editable');
    expect((await redeem(code)).code).toBe('redemption_invalid');
    await put({ id, status: 1 }, '?status_only=true');
    expect(await redeem(code)).toMatchObject({ success: true, data: 5 });
    expect((await put({ id, status: 1 }, '?status_only=true')).code).toBe(
      'redemption_already_redeemed',
    );
    expect((await put({ id, name: 'x' })).code).toBe('redemption_not_editable');
    expect((await put({ id, name: '' })).code).toBe('redemption_name_length');
  });

  test('of two who edit a code concurrently, neither restores what the other has changed', async () => {
    for (let round = 0; round < 20; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      const { id } = await rowOf(await codeOf({ quota: 900_000 }));
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      await Promise.all([put({ id, quota: 9 }), put({ id, name: 'renamed' })]);
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      const { body } = await admin.call('GET', `/api/redemption/${id}`);
      expect(body.data).toMatchObject({ name: 'renamed', quota: 9 });
    }
  });

  test('no status but unused and disabled can be set', async () => {
    const { id } = await rowOf(await codeOf());
    for (const status of [0, 3, 9, undefined, '2', null])
      expect((await put({ id, status }, '?status_only=true')).code).toBe(
        'redemption_status_invalid',
      );
  });

  test('a deleted code is gone: nobody can read, edit or redeem it', async () => {
    const code = await codeOf();
    const { id } = await rowOf(code);
    const remove = async () => (await admin.call('DELETE', `/api/redemption/${id}/`)).body;
    expect((await remove()).success).toBe(true);
    expect((await remove()).code).toBe('redemption_not_found');
    expect((await admin.call('GET', `/api/redemption/${id}`)).body.code).toBe(
      'redemption_not_found',
    );
    expect((await put({ id, name: 'x' })).code).toBe('redemption_not_found');
    expect((await redeem(code)).code).toBe('redemption_invalid');
  });

  test('redeeming adds the quota once: in balance, total, ledger, code and log', async () => {
    const owner = await gateway.user();
    const code = await codeOf({ name: 'gift', quota: 250_000 });
    const { id } = await rowOf(code);
    expect(await redeem(` ${code.toUpperCase()} `, owner)).toMatchObject({
      success: true,
      data: 250_000,
    });
    expect(await redeem(code, owner)).toMatchObject({
      success: false,
      code: 'redemption_used',
      message: 'redemption code already used',
    });
    expect(await self(owner)).toMatchObject({ quota: 250_000, total_topup: 250_000 });
    expect(await ledgerOf(owner.id)).toMatchObject([
      { kind: 'redemption', amount: 250_000, balance_after: 250_000, reference: String(id) },
    ]);
    expect(await rowOf(code)).toMatchObject({ status: 3, used_user_id: owner.id });
    const read = async (language: string) =>
      (await owner.call('GET', '/api/log/self?type=1', undefined, { 'accept-language': language }))
        .body.data.items as { type: number; content: string }[];
    expect(await read('en')).toMatchObject([
      { type: 1, content: `Redeemed code ${id} (gift): $0.50` },
    ]);
    expect((await read('zh'))[0]?.content).toBe(`通过兑换码 ${id}（gift）充值 $0.50`);
  });

  test('of 50 users who redeem one code concurrently exactly one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => gateway.user()));
    const code = await codeOf({ quota: 321 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(code, people[at % 5])),
    );
    expect(answers.filter(({ success }) => success)).toMatchObject([{ data: 321 }]);
    expect(new Set(answers.map((answer) => answer.code))).toEqual(
      new Set([undefined, 'redemption_used']),
    );
    const balances = await Promise.all(people.map(async (who) => (await self(who)).quota));
    expect(balances.map(Number).reduce((sum, quota) => sum + quota, 0)).toBe(321);
    expect(await findLedgerDifferences(gateway.app.domain.store.db)).toEqual([]);
  });

  test('many codes redeemed by one user concurrently are all credited', async () => {
    const owner = await gateway.user();
    const codes = await codesOf({ quota: 7, count: 40 });
    const redeemed = await Promise.all(codes.map((code) => redeemPatiently(code, owner)));
    expect(redeemed).toEqual(codes.map(() => true));
    expect(await self(owner)).toMatchObject({ quota: 280, total_topup: 280 });
  });

  test('a failure midway leaves the code unused and the balance unchanged', async () => {
    const owner = await gateway.user();
    const code = await codeOf();
    const { db } = gateway.app.domain.store;
    await sql`ALTER TABLE logs RENAME TO logs_away`.execute(db);
    expect((await redeem(code, owner)).code).toBe('internal_error');
    await sql`ALTER TABLE logs_away RENAME TO logs`.execute(db);
    expect(await ledgerOf(owner.id)).toEqual([]);
    expect(await redeem(code, owner)).toMatchObject({ success: true, data: 1000 });
  });

  test.each([[''], ['   '], [undefined], [5]])(
    'a missing code like %j is refused',
    async (code) => {
      expect(await redeem(code)).toMatchObject({
        code: 'redemption_code_required',
        message: 'please enter a redemption code!',
      });
    },
  );

  test('used codes can be deleted all at once; the others stay, and none becomes redeemable', async () => {
    const [used, unused] = await codesOf({ count: 2 });
    await redeem(used);
    const { body } = await admin.call('DELETE', '/api/redemption/used');
    expect(Number(body.data)).toBeGreaterThan(0);
    expect((await search('keyword=&status=3')).total).toBe(0);
    expect((await redeem(used)).success).toBe(false);
    expect((await redeem(unused)).success).toBe(true);
  });

  test('who creates, changes and deletes codes is in the log, without the codes', async () => {
    const maker = await gateway.user({ role: 10 });
    const { body } = await maker.call('POST', '/api/redemption/', {
      name: 'audit',
      quota: 100_000,
      count: 2,
    });
    const { id } = await rowOf(body.data[0] as string);
    await maker.call('PUT', '/api/redemption/', { id, quota: 500_000 });
    await maker.call('PUT', '/api/redemption/?status_only=true', { id, status: 2 });
    await maker.call('DELETE', `/api/redemption/${id}/`);
    const { items } = (await maker.call('GET', '/api/log/self?type=3')).body.data as unknown as {
      items: { content: string }[];
    };
    const told = items.map(({ content }) => content).join('\n');
    expect(items).toHaveLength(5);
    expect(told).toContain('Redemption codes created: 2 of $0.20 each (audit)');
    expect(told).toContain(`Redemption code ${id} edited: audit, $1.00`);
    for (const code of body.data) expect(told).not.toContain(code);
  });

  test('10 codes are one page, and 11 are two', async () => {
    await create({ name: 'paged', count: 11 });
    const second = await search('keyword=paged&p=2');
    expect([second.total, second.items.length]).toEqual([11, 1]);
  });
});
