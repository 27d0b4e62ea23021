import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBilledUpstream, type BilledUpstream } from '../../../test-support/billed-upstream.ts';
import { changeSource } from '../../../test-support/import-scene.ts';
import { importIntoGateway } from '../../../test-support/imported-shop.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'real-databases');

/** What the real program said of its database, and charged for calls. */
interface Recorded {
  /** Root's password. Everybody else has `password-NAME`. */
  root: string;
  users: readonly {
    username: string;
    role: number;
    status: number;
    quota: number;
    used_quota: number;
    request_count: number;
    group: string;
    email: string;
  }[];
  /** By name: a user's, then `-` and what is special about it. */
  keys: Readonly<Record<string, string>>;
  /** Keys that were refused: disabled, deleted, or of a disabled user. */
  refused: readonly string[];
  unused_code: string;
  used_code: string;
  calls: readonly { who: string; path: string; body: object; response: object; charge: number }[];
}

describe.each(['one-api-0.6.10', 'new-api-0.9.0', 'new-api-0.10.0', 'one-hub-0.14.27'])(
  'after the import of a database that %s made',
  (name) => {
    const recorded = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Recorded;
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-real-'));
    let imported: Awaited<ReturnType<typeof importIntoGateway>>;
    let upstream: BilledUpstream;

    beforeAll(async () => {
      upstream = await startBilledUpstream();
      const place = join(folder, 'old.db');
      changeSource(place, [
        readFileSync(join(FOLDER, `${name}.sql`), 'utf8'),
        `UPDATE channels SET base_url = replace(base_url, 'http://upstream.invalid', '${upstream.url}')`,
      ]);
      imported = await importIntoGateway(place);
    });
    afterAll(async () => {
      await imported.remove();
      await upstream.close();
      rmSync(folder, { recursive: true });
    });

    const call = (who: string, path: string, body: object) =>
      fetch(imported.gateway.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${recorded.keys[who]}`,
        },
        body: JSON.stringify(body),
      });
    const usersNow = () =>
      imported.gateway.app.domain.store.db.selectFrom('users').selectAll().execute();
    const quotaOf = async (username: string) => {
      await imported.gateway.app.domain.wallet.flush();
      return (await usersNow()).find((user) => user.username === username)?.quota ?? 0;
    };

    test('every user has the same balance, use, group, role and state', async () => {
      const now = new Map((await usersNow()).map((user) => [user.username, user]));
      for (const { email, ...user } of recorded.users)
        expect(now.get(user.username)).toMatchObject({ ...user, email: email || null });
      const { balances } = imported.report.money;
      expect(imported.report.money).toMatchObject({ opened: balances, differences: 0 });
    });

    test('old passwords log in, except that of a disabled user', async () => {
      const { gateway } = imported;
      expect((await gateway.login('root', recorded.root)).id).toBe(1);
      for (const username of ['alice', 'bob'])
        expect((await gateway.login(username, `password-${username}`)).id).toBeGreaterThan(1);
      await expect(gateway.login('dave', 'password-dave')).rejects.toThrow();
    });

    test('every call by an old key costs what it cost, to the unit', async () => {
      const costs: [call: string, now: number][] = [];
      const before: typeof costs = [];
      for (const { who, path, body, response, charge } of recorded.calls) {
        upstream.response = response;
        const [username = ''] = who.split('-');
        const quota = await quotaOf(username);
        const label = `${who} ${path} ${JSON.stringify(body)}`;
        const answer = await call(who, path, body);
        await answer.arrayBuffer();
        costs.push([label, answer.ok ? quota - (await quotaOf(username)) : -answer.status]);
        before.push([label, charge]);
      }
      expect(costs).toEqual(before);
    });

    test('keys that were refused are refused, and only an unused code pays', async () => {
      const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] };
      for (const who of recorded.refused)
        expect((await call(who, '/v1/chat/completions', body)).status).toBeOneOf([401, 403]);
      const bob = await imported.gateway.login('bob', 'password-bob');
      const redeem = async (key: string) =>
        (await bob.call('POST', '/api/user/topup', { key })).body['success'];
      expect(await redeem(recorded.used_code)).toBe(false);
      const quota = await quotaOf('bob');
      expect(await redeem(recorded.unused_code)).toBe(true);
      expect((await quotaOf('bob')) - quota).toBe(12_345);
    });
  },
);
