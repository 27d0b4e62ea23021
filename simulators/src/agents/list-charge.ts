import type { ReportedUsage } from './agent-upstreams.ts';

/** List prices in USD per million tokens, as in the seed prices. */
interface ListPrice {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
}

const LIST_PRICES: Readonly<Record<string, ListPrice>> = {
  'gpt-4o': { input: 2.5, cached: 1.25, cacheWrite: 2.5, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, cacheWrite: 0.25, output: 2 },
  'claude-sonnet-4-6': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 },
  'claude-sonnet-4-5': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 },
  'gemini-3.1-pro-preview': { input: 2, cached: 0.2, cacheWrite: 2, output: 12 },
};

/** Half a unit of quota is a millionth of a dollar. */
const QUOTA_PER_MICRODOLLAR = 0.5;

/** Returns the expected charge of a call in quota: reported usage × list price, rounded once. */
export function listCharge(usage: ReportedUsage, charged = usage.model): number {
  const price = LIST_PRICES[charged];
  if (!price) throw new Error(`no list price of ${charged}`);
  const plain = usage.prompt - usage.cached - usage.cacheWrite;
  const microdollars =
    plain * price.input +
    usage.cached * price.cached +
    usage.cacheWrite * price.cacheWrite +
    usage.completion * price.output;
  // Prices have at most three decimals: rounds to thousandths first, so that halves round correctly.
  return Math.round((Math.round(microdollars * 1000) * QUOTA_PER_MICRODOLLAR) / 1000);
}
