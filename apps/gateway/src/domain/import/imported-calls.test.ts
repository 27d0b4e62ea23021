import { IMPORT_FAMILIES } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FOREIGN_PASSWORD,
  foreignKey,
} from '../../../test-support/foreign-databases/foreign-rows.ts';
import { startImportedShop } from '../../../test-support/imported-shop.ts';
import type { TestGateway } from '../../../test-support/test-gateway.ts';
import type { Family } from './source-family.ts';

interface Usage {
  prompt: number;
  completion: number;
  cached?: number;
}
const CASES: readonly (Usage & { model: string })[] = [
  { model: 'gpt-priced', prompt: 1000, completion: 200 },
  { model: 'gpt-priced', prompt: 1001, completion: 7 },
  { model: 'gpt-priced', prompt: 4000, completion: 333, cached: 2048 },
  { model: 'wild-1', prompt: 1, completion: 1 },
  { model: 'claude-priced', prompt: 12_345, completion: 678 },
  { model: 'wild-1', prompt: 3, completion: 5 },
  { model: 'call-priced', prompt: 50, completion: 50 },
  { model: 'mapped-name', prompt: 1000, completion: 200 },
];

/** Ratios of the generated databases, see foreign-options.ts and foreign-money.ts. */
const RATIOS = new Map<string, readonly [model: number, completion: number]>([
  ['gpt-priced', [1.25, 4]],
  ['claude-priced', [1.5, 5]],
  ['wild-1', [0.5, 2]],
]);
const VIP = 0.8;
/** As many tokens as the usage claims: tokens that a call can't have had are not charged. */
const words = (count: number) => 'quite '.repeat(count + 1);

/**
 * What the old gateway charged, by its own formula (family-schema.md 3) but without floating point errors;
 * undefined if it has no price.
 */
function oldCharge(
  family: Family,
  model: string,
  { prompt, completion, cached = 0 }: Usage,
): number | undefined {
  if (model === 'call-priced')
    return family === 'one-api' ? undefined : Math.round(0.04 * 500_000 * VIP);
  // new-api bills the requested name, and serves no model without a price.
  if (model === 'mapped-name' && family === 'new-api') return undefined;
  const billed = model === 'mapped-name' ? 'gpt-priced' : model;
  const [ratio, completionRatio] = RATIOS.get(billed) ?? [0, 0];
  const cacheRatio = family !== 'one-api' && model === 'gpt-priced' ? 0.5 : 1;
  const tokens = prompt - cached + cached * cacheRatio + completion * completionRatio;
  const exact = Number((tokens * ratio * VIP).toFixed(6));
  return Math.max(1, family === 'new-api' ? Math.round(exact) : Math.ceil(exact));
}

describe.each(IMPORT_FAMILIES)('after an import of %s', (family) => {
  let shop: Awaited<ReturnType<typeof startImportedShop>>;
  let gateway: TestGateway;

  beforeAll(async () => {
    shop = await startImportedShop(family, [
      `UPDATE channels SET models = models || ',mapped-name', model_mapping = '{"mapped-name":"gpt-priced"}' WHERE id = 1`,
    ]);
    ({ gateway } = shop);
  });
  afterAll(() => shop.close());

  const call = (model: string, headers: Record<string, string>, content = 'hi') =>
    shop.call('/v1/chat/completions', headers, { model, messages: [{ role: 'user', content }] });

  test.each(CASES)(
    'a call of $model ($prompt + $completion tokens) by an old key costs what it cost',
    async ({ model, ...usage }) => {
      const expected = oldCharge(family, model, usage);
      if (expected === undefined) return;
      shop.upstream.response = {
        id: 'c',
        object: 'chat.completion',
        model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: words(usage.completion) },
            finish_reason: 'stop',
          },
        ],
        usage: {
          prompt_tokens: usage.prompt,
          completion_tokens: usage.completion,
          total_tokens: usage.prompt + usage.completion,
          ...(usage.cached ? { prompt_tokens_details: { cached_tokens: usage.cached } } : {}),
        },
      };
      const messages = [{ role: 'user', content: words(usage.prompt) }];
      const charged = await shop.charge('/v1/chat/completions', { model, messages });
      expect(charged).toEqual({ status: 200, paid: expected });
    },
  );

  test('an old key works with and without sk-, in any header, and with the channel that an administrator appends', async () => {
    const key = foreignKey(family, 1);
    const pin = family === 'one-hub' ? '#1' : '-1';
    expect((await call('gpt-priced', { authorization: `Bearer sk-${key}` })).status).toBe(200);
    expect((await call('gpt-priced', { authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await call('gpt-priced', { 'x-api-key': `sk-${key}` })).status).toBe(200);
    expect((await call('gpt-priced', { authorization: `Bearer sk-${key}${pin}` })).status).toBe(
      200,
    );
    expect((await call('gpt-priced', { authorization: `Bearer sk-${key}x` })).status).toBe(401);
    expect(
      (await call('gpt-priced', { authorization: `Bearer sk-${foreignKey(family, 4)}` })).status,
    ).toBe(401);
  });

  test('an old password logs in, is then stored as argon2id, and logs in again', async () => {
    const { db } = gateway.app.domain.store;
    const hashOf = async () =>
      (
        await db
          .selectFrom('users')
          .select('password_hash')
          .where('username', '=', 'alice')
          .executeTakeFirstOrThrow()
      ).password_hash;
    expect(await hashOf()).toMatch(/^\$2[ab]\$/);
    await expect(gateway.login('alice', 'wrong password')).rejects.toThrow();
    expect((await gateway.login('alice', FOREIGN_PASSWORD)).id).toBe(2);
    expect(await hashOf()).toMatch(/^\$argon2id\$/);
    expect((await gateway.login('alice', FOREIGN_PASSWORD)).id).toBe(2);
  });

  test('a username that looks like an email address logs in', async () => {
    const name = { username: 'bob@old', username_lower: 'bob@old' };
    const { db } = gateway.app.domain.store;
    await db.updateTable('users').set(name).where('id', '=', 4).execute();
    expect((await gateway.login('bob@old', FOREIGN_PASSWORD)).id).toBe(4);
  });

  test.runIf(family === 'new-api')('an imported authenticator app is asked for', async () => {
    const response = await gateway.visitor.call('POST', '/api/user/login', {
      username: 'admin2',
      password: FOREIGN_PASSWORD,
    });
    expect(response.body).toMatchObject({ data: null, second_factor: { methods: ['totp'] } });
  });
});
