import type { UpstreamFault } from '@tollgate/dialects';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { redisUrl } from '../../test-support/redis.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { type Clock, manualClock, systemClock } from '../platform/clock.ts';

const MASTER_KEY = '5'.repeat(64);
const refusedKey: UpstreamFault = {
  kind: 'auth',
  http: 401,
  bannable: true,
  retryable: true,
  message: '',
  excerpt: '',
  type: 'invalid_request_error',
  code: 'invalid_api_key',
  param: null,
};

/**
 * How a change reaches the second node. A stopped clock keeps it from comparing versions; a first node
 * without Redis loses every message.
 */
const ways = [
  { way: 'by Redis alone', urls: [redisUrl, redisUrl], held: true },
  { way: 'by PostgreSQL alone, without Redis', urls: [undefined, undefined], held: true },
  { way: 'by the versions, every message lost', urls: [undefined, redisUrl], held: false },
] as const;

describe.skipIf(!redisUrl || !databaseKinds.includes('postgres')).each(ways)(
  'a change on one node reaches another $way',
  ({ urls: [firstUrl, secondUrl], held }) => {
    let database: TestDatabase;
    let first: TestGateway;
    let second: TestGateway;
    let person: Client;

    const node = (url: string | undefined, clock: Clock) =>
      startTestGateway({
        kind: 'postgres',
        clock,
        env: { MASTER_KEY, ...(url === undefined ? {} : { REDIS_URL: url }) },
        database: { ...database, dataDir: mkdtempSync(join(tmpdir(), 'tollgate-node-')) },
      });

    beforeAll(async () => {
      database = await createTestDatabase('postgres', { hasTables: true });
      first = await node(firstUrl, systemClock);
      const clock = held ? manualClock(systemClock.nowMs()) : systemClock;
      second = await node(secondUrl, clock);
      person = await first.user({ quota: 1_000_000 });
      await first.channel({ models: 'model-one', base_url: 'http://127.0.0.1:9' });
    });
    afterAll(async () => {
      await Promise.all([first, second].map((gateway) => gateway.close()));
      await database.remove();
    });

    /** Polls the second node's response to a key until it is the expected one. */
    const secondResponses = async (secret: string, expected: unknown) => {
      const requestModels = async () => {
        const response = await fetch(`${second.url}/v1/models`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        if (!response.ok) return response.status;
        const { data } = (await response.json()) as { data: { id: string }[] };
        return data.map(({ id }) => id);
      };
      await expect.poll(requestModels).toEqual(expected);
    };
    const works = ['model-one'];

    test('an option', async () => {
      await first.setOption('SystemName', 'Second Gate');
      await expect
        .poll(async () => (await second.visitor.call('GET', '/api/status')).body.data.system_name)
        .toBe('Second Gate');
    });

    test('a price', async () => {
      await first.setOption('ModelPrice', '{"model-one":0.25}');
      await expect
        .poll(() => second.app.domain.prices.current().listModels())
        .toContain('model-one');
    });

    test('a key that is disabled, enabled and deleted', async () => {
      const { id, secret } = await first.token(person);
      await secondResponses(secret, works);
      const status = (value: number) =>
        person.call('PUT', '/api/token/?status_only=true', { id, status: value });
      await status(2);
      await secondResponses(secret, 401);
      await status(1);
      await secondResponses(secret, works);
      await person.call('DELETE', `/api/token/${id}/`);
      await secondResponses(secret, 401);
    });

    test('a channel', async () => {
      const { secret } = await first.token(person);
      await secondResponses(secret, works);
      const { id } = await first.channel({ models: 'model-two', base_url: 'http://127.0.0.1:9' });
      await secondResponses(secret, ['model-one', 'model-two']);
      await first.root.call('DELETE', `/api/channel/${id}/`);
      await secondResponses(secret, works);
    });

    test('a user who is disabled and enabled', async () => {
      const user = await first.user({ quota: 1000 });
      const { secret } = await first.token(user);
      await secondResponses(secret, works);
      const manage = async (action: string) => {
        const { body } = await first.root.call('POST', '/api/user/manage', { id: user.id, action });
        expect(body).toMatchObject({ success: true });
      };
      await manage('disable');
      await secondResponses(secret, 403);
      await manage('enable');
      await secondResponses(secret, works);
    });

    test("a channel's key that was released", async () => {
      const channel = await first.channel({
        key: 'sk-one\nsk-two',
        setting: '{"multi_key":"random"}',
        base_url: 'http://127.0.0.1:9',
      });
      await expect.poll(() => second.app.domain.catalog.find(channel.id)).toBeDefined();
      const [one] = second.app.domain.catalog.find(channel.id)?.variants ?? [];
      if (!one) throw new Error('the channel has no keys');
      const { channelHealth } = second.app.domain;
      channelHealth.begin(one, 'model-one').failed(refusedKey);
      const restsAt = ({ app }: TestGateway) =>
        app.domain.channelHealth.stateOfChannel(channel.id)?.keyBreakers.size ?? 0;
      expect(restsAt(second)).toBe(1);
      // The cooldown itself is propagated only by messages.
      if (held) await expect.poll(() => restsAt(first)).toBe(1);
      const { body } = await first.root.call('POST', '/api/channel/release', {
        id: channel.id,
        key: one.keyFingerprint,
      });
      expect(body).toMatchObject({ success: true });
      await expect.poll(() => [restsAt(first), restsAt(second)]).toEqual([0, 0]);
    });

    test('a session that ends', async () => {
      const user = await first.user();
      const here = { authorization: `Bearer ${user.token}` };
      const requestSelf = () => second.visitor.call('GET', '/api/user/self', undefined, here);
      expect((await requestSelf()).status).toBe(200);
      await user.call('GET', '/api/user/logout');
      expect((await requestSelf()).status).toBe(401);
    });
  },
);
