import type { ForeignRow } from './foreign-shop.ts';

const AT = 1_700_000_000;

/** Codes: unused, used, worth nothing, expired, and one that differs from the first only in letter case. */
export const foreignCodes: readonly ForeignRow[] = [
  {
    id: 1,
    user_id: 1,
    key: 'a'.repeat(32),
    status: 1,
    name: 'spring',
    quota: 100,
    created_time: AT,
  },
  {
    id: 2,
    user_id: 1,
    key: 'b'.repeat(32),
    status: 3,
    name: 'used',
    quota: 200,
    created_time: AT,
    redeemed_time: AT + 5,
    used_user_id: 3,
  },
  {
    id: 3,
    user_id: 1,
    key: 'c'.repeat(32),
    status: 1,
    name: 'nothing',
    quota: -1,
    created_time: AT,
  },
  {
    id: 4,
    user_id: 1,
    key: 'd'.repeat(32),
    status: 1,
    name: 'late',
    quota: 5,
    created_time: AT,
    expired_time: AT + 1,
  },
  {
    id: 5,
    user_id: 1,
    key: 'A'.repeat(32),
    status: 1,
    name: 'same',
    quota: 5,
    created_time: AT,
  },
];

/** Orders of new-api: paid, pending, a subscription's, and one without a user. */
export const foreignTopUps: readonly ForeignRow[] = [
  {
    id: 1,
    user_id: 2,
    amount: 10,
    money: 73.5,
    trade_no: 'USR2NO1',
    payment_method: 'alipay',
    payment_provider: '',
    create_time: AT,
    complete_time: AT + 9,
    status: 'success',
  },
  {
    id: 2,
    user_id: 2,
    amount: 5,
    money: 5,
    trade_no: 'ref_1',
    payment_method: 'stripe',
    payment_provider: 'stripe',
    create_time: AT,
    status: 'pending',
  },
  {
    id: 3,
    user_id: 2,
    amount: 0,
    money: 9,
    trade_no: 'SUBUSR1',
    payment_method: 'stripe',
    payment_provider: 'stripe',
    create_time: AT,
    status: 'pending',
  },
  {
    id: 4,
    user_id: 999_999,
    amount: 1,
    money: 1,
    trade_no: 'orphan',
    payment_method: 'wxpay',
    payment_provider: 'epay',
    create_time: AT,
    status: 'success',
  },
];

/** Prices of one-hub. */
export const hubPrices: readonly ForeignRow[] = [
  {
    model: 'gpt-priced',
    type: 'tokens',
    channel_type: 1,
    input: 1.25,
    output: 5,
    locked: false,
    extra_ratios: '{"cached_tokens":0.5}',
  },
  {
    model: 'claude-priced',
    type: 'tokens',
    channel_type: 14,
    input: 1.5,
    output: 7.5,
    locked: false,
    extra_ratios: null,
  },
  {
    model: 'call-priced',
    type: 'times',
    channel_type: 1,
    input: 20,
    output: 20,
    locked: false,
    extra_ratios: null,
  },
  {
    model: 'wild-*',
    type: 'tokens',
    channel_type: 1,
    input: 0.5,
    output: 1,
    locked: false,
    extra_ratios: null,
  },
];

/** Groups of one-hub. */
export const hubGroups: readonly ForeignRow[] = [
  {
    id: 1,
    symbol: 'default',
    name: 'Default',
    ratio: 1,
    api_rate: 600,
    public: true,
    enable: true,
  },
  {
    id: 2,
    symbol: 'vip',
    name: '贵宾',
    ratio: 0.8,
    api_rate: 600,
    public: false,
    enable: true,
  },
];

/** Orders of one-hub. */
export const hubOrders: readonly ForeignRow[] = [
  {
    id: 1,
    user_id: 2,
    gateway_id: 1,
    trade_no: 'hub1',
    amount: 10,
    order_amount: 73,
    order_currency: 'CNY',
    quota: 5_000_000,
    status: 'success',
    created_at: '2025-01-02 03:04:05.123',
    updated_at: '2025-01-02 03:05:05',
  },
];
