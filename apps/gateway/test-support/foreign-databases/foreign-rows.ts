import bcrypt from 'bcryptjs';
import type { ForeignRow, ForeignRows, ForeignSize } from './foreign-shop.ts';
import { foreignChannels } from './foreign-channels.ts';
import { foreignCodes, foreignTopUps, hubGroups, hubOrders, hubPrices } from './foreign-money.ts';
import { foreignOptions } from './foreign-options.ts';
import type { Family } from '../../src/domain/import/source-family.ts';

/** The password of every generated user that has one. */
export const FOREIGN_PASSWORD = 'correct horse 9';
const hash = bcrypt.hashSync(FOREIGN_PASSWORD, 4);

const AT = 1_700_000_000;
const code = (id: number) => id.toString(36).padStart(4, '0').slice(-4);
/** Returns a key of the family's length. */
export const foreignKey = (family: Family, id: number) =>
  family === 'one-hub' && id % 2 === 1
    ? `Hq${String(id).padStart(13, 'a')}_-${'Zx'.repeat(21)}-`.slice(0, 59)
    : `k${String(id).padStart(47, '0')}`;

/**
 * Returns the rows of a shop with everything that can be wrong in one; the ids indicate what each is about.
 */
export function foreignRows(family: Family, size: ForeignSize): ForeignRows {
  return {
    users: users(family, size.users),
    tokens: tokens(family, size.users),
    channels: foreignChannels(family, size),
    options: foreignOptions(family),
    redemptions: foreignCodes,
    logs: logs(family, size),
    ...(family === 'new-api' && {
      top_ups: foreignTopUps,
      two_fas: [{ id: 1, user_id: 8, secret: 'JBSWY3DPEHPK3PXP', is_enabled: true }],
    }),
    ...(family === 'one-hub' && { prices: hubPrices, user_groups: hubGroups, orders: hubOrders }),
  };
}

const QUIRKS: Record<number, ForeignRow> = {
  1: { username: 'root', role: 100, quota: 100_000_000, display_name: 'Root User' },
  2: {
    username: 'alice',
    quota: 123_456_789,
    email: 'Alice@example.com',
    used_quota: 777,
    request_count: 5,
    inviter_id: 4,
  },
  3: { username: '小明', display_name: '小明 🐼', quota: -42, email: 'alice@EXAMPLE.com' },
  4: { username: 'Alice', quota: 1, aff_code: '0002', inviter_id: 999_999 },
  5: { username: 'gone', quota: 7, status: 1 },
  6: { username: 'off', status: 2, quota: 0, group: '' },
  7: { username: 'nopass', password: '', github_id: '12345', quota: 9 },
  8: { username: 'admin2', role: 10, quota: 3, wechat_id: 'wx1', telegram_id: 55 },
  9: { username: 'vip9', group: 'vip', quota: 2_000_000_000 },
};

function* users(family: Family, count: number): Iterable<ForeignRow> {
  for (let id = 1; id <= Math.max(9, count); id += 1) {
    const quirk = QUIRKS[id] ?? { username: `user${id}`, quota: (id * 7919) % 1_000_000 };
    const deleted =
      id !== 5
        ? {}
        : family === 'one-api'
          ? { status: 3, username: `deleted_${'f'.repeat(32)}` }
          : { deleted_at: '2025-01-02 03:04:05.123456789+08:00' };
    const github =
      family === 'one-hub' && quirk['github_id']
        ? { github_id: 'octocat', github_id_new: 12_345 }
        : {};
    const telegram = quirk['telegram_id'];
    yield {
      id,
      password: hash,
      display_name: quirk['username'],
      role: 1,
      status: 1,
      email: '',
      github_id: '',
      wechat_id: '',
      oidc_id: '',
      access_token: `acc${String(id).padStart(29, '0')}`,
      used_quota: id * 10,
      request_count: id,
      group: 'default',
      aff_code: code(id),
      inviter_id: 0,
      ...(family === 'one-api'
        ? {}
        : { aff_count: 1, aff_quota: id === 2 ? 500 : 0, aff_history: id === 2 ? 900 : 0 }),
      ...quirk,
      ...(telegram === undefined
        ? {}
        : { telegram_id: family === 'one-hub' ? telegram : String(telegram) }),
      ...github,
      ...deleted,
    };
  }
}

function* tokens(family: Family, count: number): Iterable<ForeignRow> {
  const plain = (id: number, owner: number) => ({
    id,
    user_id: owner,
    key: foreignKey(family, id),
    status: 1,
    name: `key ${id}`,
    created_time: AT,
    accessed_time: AT,
    expired_time: -1,
    remain_quota: 0,
    unlimited_quota: true,
    used_quota: 0,
    ...(family === 'one-api' ? { models: null, subnet: '' } : { group: '' }),
    ...(family === 'one-hub' ? { backup_group: '', setting: '{}' } : {}),
    ...(family === 'new-api'
      ? { model_limits_enabled: false, model_limits: '', allow_ips: null }
      : {}),
  });
  const limits = {
    'one-api': { models: 'gpt-priced,claude-priced', subnet: '127.0.0.0/8' },
    'new-api': {
      model_limits_enabled: true,
      model_limits: 'gpt-priced',
      allow_ips: '127.0.0.1\n10.0.0.0/8',
    },
    'one-hub': {
      setting:
        '{"limits":{"limit_model_setting":{"enabled":true,"models":["gpt-priced"]},"limits_ip_setting":{"enabled":true,"whitelist":["127.0.0.1"]}}}',
    },
  }[family];
  yield plain(1, 1);
  yield {
    ...plain(2, 2),
    status: 4,
    unlimited_quota: false,
    remain_quota: 1_000_000,
    used_quota: 55,
  };
  yield { ...plain(3, 2), ...limits };
  yield { ...plain(4, 2), expired_time: AT };
  yield { ...plain(5, 2), unlimited_quota: false, remain_quota: -5, name: '令牌 🐼' };
  yield { ...plain(6, 999_999), name: 'orphan' };
  yield { ...plain(7, 8), key: foreignKey(family, 2), name: 'twice' };
  yield { ...plain(8, 9), status: 2 };
  if (family === 'new-api') yield { ...plain(9, 9), group: 'auto' };
  for (let id = 10; id <= count; id += 1) yield plain(id, id);
}

function* logs(
  family: Family,
  { logs: count, users: userCount }: ForeignSize,
): Iterable<ForeignRow> {
  for (let id = 1; id <= count; id += 1) {
    const userId = id % 50 === 0 ? 999_999 : 1 + (id % Math.max(9, userCount));
    yield {
      id,
      user_id: userId,
      created_at: AT + id * 13,
      type: id % 7 === 0 ? 5 : id % 11 === 0 ? 1 : 2,
      content: id % 11 === 0 ? '充值 10' : '',
      username: `name${userId}`,
      token_name: `key ${userId}`,
      model_name: id % 2 === 0 ? 'gpt-priced' : 'claude-priced',
      quota: id % 100,
      prompt_tokens: id % 1000,
      completion_tokens: id % 300,
      channel_id: 1,
      is_stream: id % 3 === 0,
      ...(family === 'one-api' ? { elapsed_time: 2500, request_id: `req${id}` } : {}),
      ...(family === 'new-api'
        ? {
            use_time: 2,
            token_id: 1,
            group: 'default',
            ip: '',
            request_id: `req${id}`,
            other: '{"model_ratio":1.25,"model_price":-1,"frt":300}',
          }
        : {}),
      ...(family === 'one-hub'
        ? { request_time: 2500, source_ip: '', metadata: '{"group_name":"vip"}' }
        : {}),
    };
  }
}
