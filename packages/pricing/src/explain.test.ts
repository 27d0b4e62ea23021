import { describe, expect, test } from 'vitest';
import { readChargeFactors, writeChargeRecord } from './charge-record.ts';
import { explainCharge } from './explain.ts';
import { makeCallPrice, makeRatioPrice, makeUsage } from './testing/make-price.ts';

describe('an explained charge', () => {
  test('shows each kind of token with its weight, and the product', () => {
    const factors = {
      promptTokens: 1000,
      cachedTokens: 800,
      completionTokens: 500,
      reasoningTokens: 20,
      modelRatio: 1.25,
      completionRatio: 4,
      cacheRatio: 0.5,
      groupRatio: 0.8,
    };
    expect(explainCharge(factors)).toEqual({
      kind: 'ratio',
      lines: [
        { kind: 'prompt', tokens: 200, ratio: 1, weighted: 200, quota: 200 },
        { kind: 'cached', tokens: 800, ratio: 0.5, weighted: 400, quota: 400 },
        { kind: 'completion', tokens: 500, ratio: 4, weighted: 2000, quota: 2000 },
      ],
      weighted: 2600,
      modelRatio: 1.25,
      groupRatio: 0.8,
      reasoningTokens: 20,
      unrounded: 2600,
      total: 2600,
      minimumApplied: false,
      estimated: false,
    });
  });

  test('shows decimals as a person would write them', () => {
    const explained = explainCharge({
      promptTokens: 3,
      cachedTokens: 3,
      completionTokens: 0,
      modelRatio: 0.1,
      cacheRatio: 0.1,
      groupRatio: 1,
    });
    expect(explained).toMatchObject({
      lines: [{ weighted: 0.3, quota: 0.03 }],
      weighted: 0.3,
      unrounded: 0.03,
    });
  });

  test('reports that the minimum charge of 1 replaced the product', () => {
    expect(
      explainCharge({ promptTokens: 1, completionTokens: 0, modelRatio: 0.075, groupRatio: 1 }),
    ).toMatchObject({
      unrounded: 0.075,
      total: 1,
      minimumApplied: true,
    });
    expect(
      explainCharge({ promptTokens: 7, completionTokens: 0, modelRatio: 0.125, groupRatio: 1 }),
    ).toMatchObject({
      unrounded: 0.875,
      total: 1,
      minimumApplied: false,
    });
    const call = { promptTokens: 0, completionTokens: 0, groupRatio: 1 };
    expect(explainCharge({ ...call, modelPrice: 0.0000004 })).toMatchObject({
      unrounded: 0.2,
      total: 1,
      minimumApplied: true,
    });
    expect(explainCharge({ ...call, modelPrice: 0.000002 })).toMatchObject({
      unrounded: 1,
      total: 1,
      minimumApplied: false,
    });
  });

  test('for a price per call shows the price and its multiple', () => {
    expect(
      explainCharge({
        promptTokens: 9,
        completionTokens: 9,
        modelPrice: 0.04,
        groupRatio: 1.5,
        quotaPerUnit: 500_000,
        callFactor: 3,
      }),
    ).toEqual({
      kind: 'call',
      lines: [],
      modelPrice: 0.04,
      quotaPerUnit: 500_000,
      groupRatio: 1.5,
      callFactor: 3,
      unrounded: 90_000,
      total: 90_000,
      minimumApplied: false,
      estimated: false,
    });
  });

  test.each([
    ['no price', { promptTokens: 1, completionTokens: 1, groupRatio: 1 }],
    ['a broken ratio', { promptTokens: 1, completionTokens: 1, modelRatio: -1, groupRatio: 1 }],
    [
      'a broken group ratio',
      { promptTokens: 1, completionTokens: 1, modelPrice: 1, groupRatio: Number.NaN },
    ],
    [
      'an amount beyond all integers',
      { promptTokens: 1e15, completionTokens: 1, modelRatio: 1e9, groupRatio: 1 },
    ],
  ])('does not exist for %s', (_name, factors) => {
    expect(explainCharge(factors)).toBeUndefined();
  });
});

describe('the record of a charge', () => {
  test('has every factor under its name in a log row, and only the kinds of tokens that occurred', () => {
    const price = makeRatioPrice({ model: 1.25, completion: 4, cache: 0.5, group: 0.8 });
    expect(
      writeChargeRecord(
        price,
        makeUsage({ promptTokens: 10, cachedTokens: 5, completionTokens: 3, reasoningTokens: 2 }),
      ),
    ).toEqual({
      model_ratio: 1.25,
      completion_ratio: 4,
      cache_ratio: 0.5,
      cache_write_ratio: 1.25,
      group_ratio: 0.8,
      cache_tokens: 5,
      reasoning_tokens: 2,
      price_version: 'v1',
    });
  });

  test('for audio has the audio ratios', () => {
    const price = makeRatioPrice({ model: 1, audio: 40, audioCompletion: 2 });
    expect(
      writeChargeRecord(
        price,
        makeUsage({
          promptTokens: 10,
          audioInputTokens: 4,
          completionTokens: 3,
          audioOutputTokens: 2,
        }),
      ),
    ).toMatchObject({
      audio_ratio: 40,
      audio_completion_ratio: 2,
      audio_input: 4,
      audio_output: 2,
    });
  });

  test('for a price per call has the price, the quota per unit and the multiple', () => {
    const record = writeChargeRecord(makeCallPrice(0.04, 1.5), makeUsage({}), 2);
    expect(record).toEqual({
      model_price: 0.04,
      group_ratio: 1.5,
      quota_per_unit: 500_000,
      call_factor: 2,
      price_version: 'v1',
    });
    const factors = readChargeFactors({
      prompt_tokens: 0,
      completion_tokens: 0,
      other: JSON.stringify(record),
    });
    expect(factors && explainCharge(factors)).toMatchObject({ total: 60_000 });
  });

  test('records the price version and whether the tokens are estimated', () => {
    const other = JSON.stringify({
      model_ratio: 1,
      group_ratio: 1,
      price_version: 'abc',
      estimated: true,
      model_price: -1,
      admin_info: {},
    });
    const factors = readChargeFactors({ prompt_tokens: 5, completion_tokens: 6, other });
    expect(factors).toEqual({
      promptTokens: 5,
      completionTokens: 6,
      modelRatio: 1,
      groupRatio: 1,
      priceVersion: 'abc',
      estimated: true,
    });
    expect(factors && explainCharge(factors)).toMatchObject({ total: 11, estimated: true });
  });

  test.each([
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['7'],
    ['{}'],
    ['{"group_ratio":1}'],
    ['{"model_ratio":1}'],
    ['{"model_ratio":"1","group_ratio":1}'],
  ])('is not found in %j', (other) => {
    expect(readChargeFactors({ prompt_tokens: 1, completion_tokens: 1, other })).toBeUndefined();
  });
});
