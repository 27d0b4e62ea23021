import { zh } from '@tollgate/i18n';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { billingText } from './billing-text.ts';

type CallOrTokens = Parameters<typeof billingText>[1];

let t: TFunction;
beforeAll(async () => {
  t = await i18next.createInstance().init({
    lng: 'zh',
    resources: { zh: { translation: zh } },
    interpolation: { escapeValue: false },
  });
});

describe('the computation of a cost', () => {
  test('each kind of token is shown with its ratio; a ratio of 1 is left out', () => {
    const text = billingText(
      t,
      {
        kind: 'tokens',
        groupRatio: 1,
        modelRatio: 0.075,
        lines: [
          { kind: 'prompt', tokens: 100, ratio: 1 },
          { kind: 'completion', tokens: 20, ratio: 4 },
        ],
      } as unknown as Parameters<typeof billingText>[1],
      14,
    );
    expect(text).toBe('分组倍率 1 × 模型倍率 0.075 ×（提示词 100 + 补全 20 × 4）= 14');
  });

  test('a call without tokens costs as much as 0 tokens', () => {
    const text = billingText(
      t,
      { kind: 'tokens', groupRatio: 1, modelRatio: 2, lines: [] } as unknown as Parameters<
        typeof billingText
      >[1],
      0,
    );
    expect(text).toContain('（0）= 0');
  });

  test('a price per call is shown with the group ratio', () => {
    const text = billingText(
      t,
      { kind: 'call', modelPrice: 0.02, groupRatio: 0.5, callFactor: 1 } as CallOrTokens,
      5000,
    );
    expect(text).toBe('按次计费：0.02 美元 × 分组倍率 0.5 = 5000');
  });

  test('tools and service tiers have a line each, and the total comes last', () => {
    const text = billingText(
      t,
      {
        kind: 'call',
        modelPrice: 0.02,
        groupRatio: 0.5,
        callFactor: 1,
        subtotal: 5000,
        tiers: [{ tier: 'priority', ratio: 2 }],
        tools: [
          { tool: 'web_search', uses: 2, use: 0.01, request: 0, quota: 5000 },
          { tool: 'code_execution', uses: 3, use: 0, request: 0.03, quota: 7500 },
        ],
      } as unknown as CallOrTokens,
      22_500,
      (name) => `<${name}>`,
    );
    expect(text.split('\n')).toEqual([
      '按次计费：0.02 美元 × 分组倍率 0.5 = 5000',
      '<priority>：× 2',
      '<web_search>：2 次 × 0.01 美元 × 分组倍率 0.5 = 5000',
      '<code_execution>：使用 3 次，每次请求计 0.03 美元 × 分组倍率 0.5 = 7500',
      '合计 = 22500',
    ]);
  });

  test('images are shown with the price factor of their size, quality and number', () => {
    const text = billingText(
      t,
      { kind: 'call', modelPrice: 0.04, groupRatio: 1, callFactor: 6 } as CallOrTokens,
      120_000,
    );
    expect(text).toBe('按次计费：0.04 美元 × 6 × 分组倍率 1 = 120000');
  });
});
