import { describe, expect, it } from 'vitest';
import {
  aiProxyBalance,
  dashboardBalance,
  deepSeekBalance,
  findBalanceCall,
  moonshotBalance,
  openRouterBalance,
  siliconFlowBalance,
} from './provider-balances.ts';
import { readModelList } from './read-model-list.ts';

describe('balances', () => {
  it("of vendors configured as any OpenAI-compatible URL are queried in the vendor's own way", () => {
    const callFor = (base: string) => findBalanceCall({ balance: dashboardBalance }, base);
    expect(callFor('https://api.deepseek.com/v1')).toBe(deepSeekBalance);
    expect(callFor('https://api.siliconflow.com')).toBe(siliconFlowBalance);
    expect(callFor('https://api.moonshot.ai/v1')).toBe(moonshotBalance);
    expect(callFor('https://openrouter.ai/api')).toBe(openRouterBalance);
    expect(callFor('https://evildeepseek.com')).toBe(dashboardBalance);
    expect(callFor('http://gateway:3000')).toBe(dashboardBalance);
    expect(findBalanceCall({ balance: null }, 'https://api.deepseek.com')).toBeNull();
  });

  it('of AI Proxy are at another URL than its responses', () => {
    expect(aiProxyBalance.buildUrl('https://api.aiproxy.io')).toBe(
      'https://aiproxy.io/api/report/getUserOverview',
    );
    expect(aiProxyBalance.read({ success: false, message: 'no' }, '')).toBeUndefined();
  });

  it('of dashboards are the limit minus the usage, which is in cents', () => {
    expect(dashboardBalance.read({ hard_limit_usd: 120 }, { total_usage: 2_050 })).toEqual({
      amount: 99.5,
      currency: 'USD',
    });
    expect(dashboardBalance.read({ error: {} }, { total_usage: 1 })).toBeUndefined();
    expect(dashboardBalance.usageUrl('https://h/v1', '2026-01-01', '2026-01-31')).toBe(
      'https://h/v1/dashboard/billing/usage?start_date=2026-01-01&end_date=2026-01-31',
    );
  });

  it('of dashboards query this month, or a hundred days without a payment method', () => {
    const now = Date.parse('2026-11-21T05:00:00Z') / 1000;
    expect(dashboardBalance.startDate({ has_payment_method: true }, now)).toBe('2026-11-01');
    expect(dashboardBalance.startDate({}, now)).toBe('2026-08-13');
  });

  it("of single calls have the provider's currency", () => {
    const infos = [
      { currency: 'USD', total_balance: '1.5' },
      { currency: 'CNY', total_balance: '110.00' },
    ];
    expect(deepSeekBalance.read({ is_available: true, balance_infos: infos }, '')).toEqual({
      amount: 110,
      currency: 'CNY',
    });
    expect(deepSeekBalance.read({ balance_infos: infos.slice(0, 1) }, '')).toEqual({
      amount: 1.5,
      currency: 'USD',
    });
    expect(
      siliconFlowBalance.read(
        { code: 20_000, data: { totalBalance: '8.8' } },
        'https://api.siliconflow.cn',
      ),
    ).toEqual({ amount: 8.8, currency: 'CNY' });
    expect(
      moonshotBalance.read(
        { code: 0, data: { available_balance: -2 } },
        'https://api.moonshot.ai/v1',
      ),
    ).toEqual({
      amount: -2,
      currency: 'USD',
    });
    expect(openRouterBalance.read({ data: { total_credits: 10, total_usage: 2.5 } }, '')).toEqual({
      amount: 7.5,
      currency: 'USD',
    });
    expect(openRouterBalance.buildUrl('https://openrouter.ai/api/v1')).toBe(
      'https://openrouter.ai/api/v1/credits',
    );
  });

  it('are undefined when the response is an error', () => {
    for (const call of [deepSeekBalance, siliconFlowBalance, moonshotBalance, openRouterBalance]) {
      for (const response of [
        undefined,
        null,
        {},
        { error: 'x' },
        { code: 401, data: { totalBalance: '1' } },
      ]) {
        expect(call.read(response, 'https://h')).toBeUndefined();
      }
    }
  });
});

describe('readModelList', () => {
  it("reads the providers' formats", () => {
    expect(readModelList({ data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }] })).toEqual(['a', 'b']);
    expect(readModelList({ models: [{ name: 'models/gemini' }, { name: 'x' }] })).toEqual([
      'gemini',
      'x',
    ]);
    expect(readModelList(['m', 5, null])).toEqual(['m']);
    expect(readModelList({ error: 'x' })).toBeUndefined();
  });
});
