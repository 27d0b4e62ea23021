import { describe, expect, test } from 'vitest';
import { ImportFindings } from './import-findings.ts';
import type { PriceSource } from './imported-price.ts';
import { mapPrices } from './map-prices.ts';
import type { ImportedModel } from './imported-model.ts';
import type { Family } from './source-family.ts';

const offered = (...names: string[]) =>
  new Map(names.map((name) => [name, [channel({ billedAs: name })]]));
const channel = (known: Partial<ImportedModel>): ImportedModel => ({
  billedAs: '',
  type: 1,
  priority: 0,
  isOn: true,
  ...known,
});

/** Maps the prices of a database with these options, and collects the findings. */
function prices(
  family: Family,
  options: Record<string, unknown>,
  known: Partial<PriceSource> = {},
): { of: (model: string) => unknown; codes: () => string[]; subjects: (code: string) => string[] } {
  const findings = new ImportFindings();
  const found = mapPrices({
    family,
    options: new Map(
      Object.entries(options).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    prices: [],
    models: new Map(),
    isComplete: false,
    isOld: false,
    isBefore2026: false,
    findings,
    ...known,
  });
  return {
    of: (model) => found.get(model),
    codes: () => findings.list().map(({ code }) => code),
    subjects: (code) =>
      findings
        .list()
        .filter((one) => one.code === code)
        .flatMap(({ examples }) => examples.map(({ subject }) => subject)),
  };
}

describe('a new-api installation that saved only its model ratios', () => {
  const ModelRatio = {
    'gpt-4o': 1.25,
    'claude-3-7-sonnet-20250219': 1.5,
    'gpt-4o-audio-preview': 1.25,
    'gpt-image-1': 2.5,
    'dall-e-3': 20,
    plain: 1,
  };
  const models = offered(...Object.keys(ModelRatio));

  test("gets the program's default prices for caches, audio, images and calls", () => {
    const { of, subjects } = prices('new-api', { ModelRatio }, { models });
    expect(of('gpt-4o')).toMatchObject({ cacheRatio: 0.5, completionRatio: 4 });
    expect(of('claude-3-7-sonnet-20250219')).toMatchObject({
      cacheRatio: 0.1,
      cacheWriteRatio: 1.25,
    });
    expect(of('gpt-4o-audio-preview')).toMatchObject({ audioRatio: 16, audioCompletionRatio: 1 });
    expect(of('gpt-image-1')).toMatchObject({ imageRatio: 2, completionRatio: 8 });
    expect(of('dall-e-3')).toEqual({ modelPrice: 0.04, origin: 'built_in' });
    expect(of('plain')).toMatchObject({ cacheRatio: 1, completionRatio: 1 });
    expect(subjects('price_table_missing')).toContain('CacheRatio');
  });

  test('from before mid 2025 gets the audio prices that the program had built in', () => {
    const { of } = prices('new-api', { ModelRatio }, { models, isOld: true });
    expect(of('gpt-4o-audio-preview')).toMatchObject({ audioRatio: 16, audioCompletionRatio: 2 });
    expect(of('gpt-image-1')).not.toHaveProperty('imageRatio');
  });

  test('from before 2026 gets what the program charged for audio in no table', () => {
    const more = { ...ModelRatio, 'gpt-realtime': 2 };
    const served = offered(...Object.keys(more));
    const { of } = prices('new-api', { ModelRatio: more }, { models: served, isBefore2026: true });
    expect(of('gpt-4o-audio-preview')).toMatchObject({ audioRatio: 16, audioCompletionRatio: 2 });
    expect(of('gpt-realtime')).toMatchObject({ audioRatio: 20, audioCompletionRatio: 2 });
    expect(of('gpt-4o')).not.toHaveProperty('audioRatio');
  });

  test('gets no defaults for a table that was saved', () => {
    const saved = { ModelRatio, CacheRatio: { plain: 0.3 }, ModelPrice: {}, CompletionRatio: {} };
    const { of, subjects } = prices('new-api', saved, { models });
    expect(of('gpt-4o')).toMatchObject({ cacheRatio: 1 });
    expect(of('plain')).toMatchObject({ cacheRatio: 0.3 });
    expect(of('dall-e-3')).toMatchObject({ modelRatio: 20 });
    expect(subjects('price_table_missing')).not.toContain('CacheRatio');
  });
});

test('completions of a family that an old new-api locks have its locked ratio, whatever was saved', () => {
  const saved = { ModelRatio: { 'gpt-4o-x': 1 }, CompletionRatio: { 'gpt-4o-x': 9 } };
  expect(prices('new-api', saved, { isOld: true }).of('gpt-4o-x')).toMatchObject({
    completionRatio: 4,
  });
  expect(prices('new-api', saved).of('gpt-4o-x')).toMatchObject({ completionRatio: 9 });
});

test('a model in no table of new-api costs 37.5 in self-use mode, otherwise it gets no price', () => {
  const models = offered('unlisted');
  const ModelRatio = { listed: 1 };
  const selfUsePrices = prices('new-api', { ModelRatio, SelfUseModeEnabled: 'true' }, { models });
  expect(selfUsePrices.of('unlisted')).toMatchObject({ modelRatio: 37.5, origin: 'built_in' });
  expect(prices('new-api', { ModelRatio }, { models }).of('unlisted')).toBeUndefined();
  expect(prices('new-api', { SelfUseModeEnabled: 'true' }, { models }).of('unlisted')).toBe(
    undefined,
  );
});

test('models with a thinking budget have the price that they share in new-api', () => {
  const ModelRatio = { 'gemini-2.5-flash-thinking-*': 0.075 };
  const models = offered('gemini-2.5-flash-preview-thinking-1024');
  expect(
    prices('new-api', { ModelRatio }, { models }).of('gemini-2.5-flash-preview-thinking-1024'),
  ).toMatchObject({ modelRatio: 0.075 });
});

describe('prices by expression', () => {
  const priced = (text: string) =>
    prices('new-api', {
      'billing_setting.billing_mode': { m: 'tiered_expr' },
      'billing_setting.billing_expr': { m: text },
    });

  test('by prompt length become tiers', () => {
    const long = 'tier("long", p*6 + c*22.5 + cr*0.6)';
    const short = 'tier("short", p*3 + c*15 + cr*0.3)';
    const expected = {
      modelRatio: 1.5,
      completionRatio: 5,
      cacheRatio: 0.1,
      tiers: [{ above: 200_000, modelRatio: 3, completionRatio: 3.75, cacheRatio: 0.1 }],
    };
    expect(priced(`len <= 200000 ? ${short} : ${long}`).of('m')).toMatchObject(expected);
    expect(priced(`v1:len > 200000 ? ${long} : ${short}`).of('m')).toMatchObject(expected);
    expect(priced(`len < 200001 ? ${short} : ${long}`).of('m')).toMatchObject(expected);
  });

  test('with a factor or without a name become ratios, too', () => {
    const expected = { modelRatio: 0.5, completionRatio: 4 };
    for (const text of ['tier("base", p*2 + c*8) * 0.5', '(p * 2 + c * 8) * 0.5', 'p*1 + c*4'])
      expect(priced(text).of('m')).toMatchObject(expected);
    const tiers = 'len <= 5 ? tier("a", p*2 + c*2) * 2 : tier("b", p*2 + c*2) * 3';
    expect(priced(tiers).of('m')).toMatchObject({
      modelRatio: 2,
      tiers: [{ above: 5, modelRatio: 3, completionRatio: 1 }],
    });
  });

  test('with images, audio and a one-hour cache become ratios if ratios can express them', () => {
    expect(
      priced('tier("base", p*2 + c*8 + cc*2.5 + cc1h*4 + img*5 + ai*40 + ao*80)').of('m'),
    ).toMatchObject({ imageRatio: 2.5, audioRatio: 20, audioCompletionRatio: 2 });
    for (const text of [
      'tier("base", p*2 + cc*2.5 + cc1h*3)',
      'tier("base", p*2 + c*8) * hour("UTC")',
      'p*2 + c*8 * 2',
      '(p*2 + c*8',
      'len <= 5 ? tier("a", p*2 + img*3) : tier("b", p*4 + img*3)',
    ])
      expect(priced(text).codes()).toContain('price_expression');
  });
});

test("cached tokens of Claude, which one-api never charged, get the vendor's ratios", () => {
  const { of } = prices('one-api', { ModelRatio: { 'claude-3-haiku': 0.125, 'gpt-4': 15 } });
  expect(of('claude-3-haiku')).toMatchObject({ cacheRatio: 0.1, cacheWriteRatio: 1.25 });
  expect(of('gpt-4')).toMatchObject({ cacheRatio: 1, cacheWriteRatio: 1 });
});

test('a model without a row of one-hub costs its 30, and a tenth for cached tokens of Claude', () => {
  const models = offered('claude-unlisted', 'gpt-unlisted');
  const { of } = prices('one-hub', {}, { models });
  const unlisted = { modelRatio: 30, completionRatio: 1, cacheWriteRatio: 1.25 };
  expect(of('claude-unlisted')).toMatchObject({ ...unlisted, cacheRatio: 0.1 });
  expect(of('gpt-unlisted')).toMatchObject({ ...unlisted, cacheRatio: 1 });
});

describe.each(['one-api', 'one-hub'] as const)('a database of %s', (family) => {
  const row = (model: string, input: number, output: number) => ({
    model,
    type: 'tokens',
    channel_type: 1,
    input,
    output,
  });
  const rows = [row('gpt-4', 15, 30), row('gpt-4o', 1.25, 5)];
  const options = {
    ModelRatio: { 'gpt-4': 15, 'gpt-4o': 1.25 },
    CompletionRatio: { 'gpt-4': 2, 'gpt-4o': 4 },
  };
  const priced = (models: PriceSource['models']) =>
    prices(family, options, { prices: rows, models });

  test('bills the model that a mapping points to', () => {
    const priceMap = priced(
      new Map([
        ['gpt-4', [channel({ billedAs: 'gpt-4o' }), channel({ billedAs: 'gpt-4o' })]],
        ['my-name', [channel({ billedAs: 'gpt-4' })]],
      ]),
    );
    expect(priceMap.of('gpt-4')).toMatchObject({ modelRatio: 1.25, completionRatio: 4 });
    expect(priceMap.of('my-name')).toMatchObject({ modelRatio: 15, completionRatio: 2 });
    expect(priceMap.of('gpt-4o')).toMatchObject({ modelRatio: 1.25 });
    expect(priceMap.codes()).not.toContain('price_by_mapping');
  });

  test('bills by the highest-priority channels if channels differ, and reports it; disabled channels are ignored', () => {
    const priceMap = priced(
      new Map([
        [
          'gpt-4',
          [
            channel({ billedAs: 'gpt-4', priority: 1 }),
            channel({ billedAs: 'gpt-4o', priority: 5 }),
          ],
        ],
        ['alias', [channel({ billedAs: 'gpt-4o' }), channel({ billedAs: 'gpt-4', isOn: false })]],
      ]),
    );
    expect(priceMap.of('gpt-4')).toMatchObject({ modelRatio: 1.25 });
    expect(priceMap.of('alias')).toMatchObject({ modelRatio: 1.25 });
    expect(priceMap.subjects('price_by_mapping')).toEqual(['gpt-4']);
  });

  test('prices images per image', () => {
    const priceMap = prices(
      family,
      { ModelRatio: { 'dall-e-3': 20, 'dall-e-2': 8 } },
      { prices: [row('dall-e-3', 20, 20), row('dall-e-2', 8, 8)] },
    );
    expect(priceMap.of('dall-e-3')).toMatchObject({ modelPrice: 0.04 });
    expect(priceMap.of('dall-e-2')).toMatchObject({ modelPrice: 0.02 });
  });
});

test('a one-api price for a channel type applies to channels of that type; if channels differ, the highest applies and the model is reported', () => {
  const options = { ModelRatio: { m: 1, 'm(3)': 2, n: 1, 'n(3)': 2 } };
  const priceMap = prices('one-api', options, {
    models: new Map([
      ['m', [channel({ billedAs: 'm', type: 3 })]],
      ['n', [channel({ billedAs: 'n', type: 3 }), channel({ billedAs: 'n', type: 1 })]],
    ]),
  });
  expect(priceMap.of('m')).toMatchObject({ modelRatio: 2 });
  expect(priceMap.of('n')).toMatchObject({ modelRatio: 2 });
  expect(priceMap.subjects('price_by_mapping')).toEqual(['n']);
});

test('a name that one-api bills as a model without a stated price costs what that model costs here', () => {
  const models = new Map([['mine', [channel({ billedAs: 'gpt-4o' })]]]);
  expect(prices('one-api', {}, { models }).of('mine')).toMatchObject({ sameAs: 'gpt-4o' });
});

test('a per-call price of one-hub keeps its quota, whatever the quota per dollar', () => {
  const call = { model: 'm', type: 'times', channel_type: 1, input: 20, output: 20 };
  expect(prices('one-hub', { QuotaPerUnit: '1000000' }, { prices: [call] }).of('m')).toMatchObject({
    modelPrice: 0.02,
  });
});
