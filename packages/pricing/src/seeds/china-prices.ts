import { type SeedRow, withSource } from './seed-row.ts';

const YUAN_A_DOLLAR = 7.3;

/** Rows listed in yuan per million tokens. */
function inYuan(source: string, date: string, rows: Parameters<typeof withSource>[2]): SeedRow[] {
  const dollars = (yuan: number) => Math.round((yuan / YUAN_A_DOLLAR) * 1000) / 1000;
  return withSource(
    source,
    date,
    rows.map(({ model, input, output }) => ({
      model,
      input: dollars(input),
      ...(output === undefined ? {} : { output: dollars(output) }),
    })),
  );
}

/** List prices of Baidu, Volcengine, iFlytek, 360, Tencent and Yi; most of them only list yuan. */
export const chinaPrices: readonly SeedRow[] = [
  // As resold by ZenMux.
  ...withSource('models.dev (ZenMux)', '2026-07', [
    {
      model: 'ernie-5.1',
      input: 0.588,
      output: 2.646,
      tiers: [{ above: 32_000, input: 0.882, output: 3.235 }],
    },
    {
      model: 'ernie-5.0',
      input: 0.84,
      output: 3.37,
      tiers: [{ above: 32_000, input: 1.41, output: 5.62 }],
    },
    { model: 'ernie-x1.1', input: 0.14, output: 0.56 },
    { model: 'doubao-seed-2-0-pro-260215', input: 0.45, output: 2.24, cached: 0.09 },
    { model: 'doubao-seed-2-0-lite-260428', input: 0.09, output: 0.51, cached: 0.02 },
    { model: 'doubao-seed-2-0-mini-260428', input: 0.03, output: 0.28, cached: 0.01 },
    { model: 'doubao-seed-1-8-251228', input: 0.11, output: 0.28, cached: 0.02 },
  ]),
  // Resellers disagree on these; the highest price can't lose money.
  ...withSource('resellers', '2026-11', [
    { model: 'doubao-seed-2-1-pro-260915', input: 0.822, output: 4.11 },
    { model: 'doubao-seed-2-1-turbo-260628', input: 0.46, output: 2.32 },
    { model: 'doubao-seed-2-1-lite-260915', input: 0.11, output: 0.37 },
  ]),
  // Free, according to the vendor's own page.
  ...withSource('www.xfyun.cn', '2026-11', [{ model: 'lite', input: 0 }]),
  // Sold as packs of tokens; these are another gateway's prices.
  ...inYuan('labring/aiproxy', '2025-04', [
    { model: 'generalv3', input: 14, output: 14 },
    { model: 'pro-128k', input: 26, output: 26 },
    { model: 'generalv3.5', input: 60, output: 60 },
    { model: 'max-32k', input: 90, output: 90 },
    { model: '4.0Ultra', input: 140, output: 140 },
  ]),
  ...inYuan('ai.360.cn', '2026-11', [
    { model: '360gpt-pro', input: 2, output: 5 },
    { model: '360gpt2-pro', input: 2, output: 5 },
    { model: '360gpt2-o1', input: 4, output: 10 },
    { model: '360zhinao2-o1', input: 4, output: 10 },
  ]),
  ...inYuan('unverified', '2026-11', [
    { model: '360gpt-turbo', input: 1, output: 2 },
    { model: 'ernie-4.5-turbo-128k', input: 0.8, output: 3.2 },
    { model: 'ernie-4.5-turbo-32k', input: 0.8, output: 3.2 },
    { model: 'ernie-x1-turbo-32k', input: 1, output: 4 },
    { model: 'ernie-speed-pro-128k', input: 0.3, output: 0.6 },
    { model: 'ernie-4.0-8k', input: 30, output: 90 },
    { model: 'ernie-3.5-8k', input: 0.8, output: 2 },
    { model: 'ernie-speed-128k', input: 0 },
    { model: 'ernie-lite-8k', input: 0 },
    { model: 'embedding-v1', input: 0.5 },
    { model: 'bge-large-zh', input: 0.5 },
    { model: 'hunyuan-turbos-latest', input: 0.8, output: 2 },
    { model: 'hunyuan-lite', input: 0 },
    { model: 'hunyuan-embedding', input: 0.7 },
    { model: 'yi-lightning', input: 0.99, output: 0.99 },
    { model: 'yi-large', input: 20, output: 20 },
    { model: 'yi-medium', input: 2.5, output: 2.5 },
    { model: 'yi-vision-v2', input: 6, output: 6 },
    { model: 'yi-spark', input: 1, output: 1 },
    { model: 'embedding-3', input: 0.5 },
    { model: 'gte-rerank-v2', input: 0.8 },
  ]),
];
