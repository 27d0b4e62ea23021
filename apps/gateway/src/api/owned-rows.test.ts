import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  listOwnedColumns,
  markedRow,
  marksIn,
  type OwnedRule,
  ownedRules,
} from '../../test-support/owned-columns.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { eraseUsers } from '../domain/accounts/erase-users.ts';
import { readUser } from '../domain/accounts/users.ts';
import { exportOwnData } from '../domain/own-data/export-own-data.ts';
import { manualClock } from '../platform/clock.ts';
import { endPayout } from '../store/payouts-repository.ts';

const SECRET = /hash|cipher|sealed|channel_key|upstream|secret|public_key/;

describe.each(databaseKinds)('what belongs to a user on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  let ownId: number;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
    ownId = (await gateway.user()).id;
    for (const column of await listOwnedColumns(db())) {
      const { fixed } = ownedRules[column.name] ?? {};
      if (!fixed) continue;
      const row = markedRow(column, ownId, fixed);
      if (column.table === 'notification_targets')
        row['settings_cipher'] = gateway.app.domain.keyring.encrypt('{}');
      await db()
        .insertInto(column.table as never)
        .values(row)
        .execute();
    }
  });
  afterAll(() => gateway.close());
  const db = () => gateway.app.domain.store.db;
  const rulesWith = (has: (rule: OwnedRule) => unknown) =>
    Object.entries(ownedRules).filter(([, rule]) => has(rule));

  test("a column that refers to a user is in the user's data download, or on a list with the reason", async () => {
    const names = (await listOwnedColumns(db())).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(ownedRules).toSorted());
    expect(rulesWith(({ kind: of, why }) => (of === undefined) === (why === undefined))).toEqual(
      [],
    );
  });

  test('the download has a row of each such table, and no secret', async () => {
    const user = await readUser(gateway.app.domain, ownId);
    let text = '';
    for await (const piece of exportOwnData(gateway.app.domain, user, 'en')) text += piece;
    const kinds = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    const wanted = rulesWith(({ kind: of, fixed }) => of && fixed).map(([, { kind: of }]) => of);
    expect(new Set(kinds)).toEqual(new Set([...wanted, 'profile']));
    expect(marksIn(text).filter((mark) => SECRET.test(mark))).toEqual([]);
  });

  test('after a user is erased no text remains but that on a list with the reason', async () => {
    await gateway.root.call('POST', '/api/user/manage', { id: ownId, action: 'delete' });
    clock.advance(31 * 86_400_000);
    await eraseUsers(gateway.app.domain, {
      signal: new AbortController().signal,
      rest: async () => {},
    });
    const left = new Set<string>();
    for (const { table } of await listOwnedColumns(db())) {
      const rows = await db()
        .selectFrom(table as 'users')
        .selectAll()
        .execute();
      for (const mark of marksIn(JSON.stringify(rows))) left.add(mark);
    }
    const kept = rulesWith(({ reason: texts }) => texts).flatMap(([name, { reason: texts = '' }]) =>
      texts.split(' ').map((column) => `${name.split('.')[0]}.${column}`),
    );
    expect([...left].filter((column) => !kept.includes(column))).toEqual([]);
  });

  test('a payout not settled before its user was erased keeps the account until it is settled', async () => {
    const end = { state: 'paid', note: 'wired', actorId: gateway.root.id, at: 1 } as const;
    const { id } = await db()
      .insertInto('payouts')
      .values({
        user_id: ownId,
        amount: 1,
        state: 'requested',
        account: 'bank 1',
        note: '',
        actor_id: 0,
        request_key: 'waits',
        created_at: 1,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const read = () => gateway.app.domain.store.transaction((trx) => endPayout(trx, id, end));
    expect(await read()).toMatchObject({ account: '', note: 'wired' });
  });
});
