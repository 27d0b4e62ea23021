import type { PriceTier } from '@tollgate/pricing';
import type { ModelPriceParts } from './model-price-parts.ts';

const CLASS = '(?:p|c|cr|cc|cc1h|img|ai|ao)';
const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** A sum, named or not, with an optional factor. */
const TIER = new RegExp(
  String.raw`^(?:tier\(\s*"[^"]*"\s*,\s*([^()]+)\)|\(([^()]+)\)|([^()?:"]+))(?:\s*\*\s*(${NUMBER}))?$`,
);
const CONDITION = new RegExp(
  String.raw`^len\s*(<=|<|>=|>)\s*(\d+)\s*\?\s*(tier\([^()]*\)(?:\s*\*\s*${NUMBER})?)\s*:\s*`,
);
const TERM = new RegExp(`^(?:(${CLASS})\\s*\\*\\s*(${NUMBER})|(${NUMBER})\\s*\\*\\s*(${CLASS}))$`);
/** USD per million prompt tokens at a model ratio of 1. */
const USD_AT_ONE = 2;
/** Price of a one-hour cache write here, relative to a five-minute one. */
const HOUR = 1.6;

/** Longest accepted expression, in characters; real ones have a few hundred. */
const LENGTH_MAX = 10_000;

/** A price by ratios, with tiers for longer prompts. */
export type ExpressedPrice = ModelPriceParts & { tiers?: PriceTier[] };

/**
 * Reads a price expression of new-api: a sum over token classes, in USD per million tokens, such as
 * `tier("base", p*3 + c*15 + cr*0.3)`, or several by prompt length: `len <= 200000 ? tier("short", …) :
 * tier("long", …)`, each with an optional factor. Returns undefined for any other.
 */
export function readPriceExpression(text: string): ExpressedPrice | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const [first, ...longer] = splitByLength(text.trim().replace(/^v1:\s*/, '')) ?? [];
  const parts = first && readSum(first.tier);
  if (!parts) return undefined;
  const tiers: PriceTier[] = [];
  for (const { above, tier } of longer) {
    const { imageRatio, audioRatio, audioCompletionRatio, ...ratios } = readSum(tier) ?? {};
    // Our tiers have no image or audio prices of their own.
    const isSame =
      imageRatio === parts.imageRatio &&
      audioRatio === parts.audioRatio &&
      audioCompletionRatio === parts.audioCompletionRatio;
    if (ratios.modelRatio === undefined || !isSame) return undefined;
    tiers.push({ above, ...ratios });
  }
  return tiers.length === 0 ? parts : { ...parts, tiers };
}

/** Returns the tiers, shortest prompts first; each applies to prompts longer than `above`. */
function splitByLength(text: string): { above: number; tier: string }[] | undefined {
  const tiers: { above: number; tier: string }[] = [];
  let rest = text;
  let above = 0;
  for (;;) {
    const condition = CONDITION.exec(rest);
    if (!condition) return TIER.test(rest) ? [...tiers, { above, tier: rest }] : undefined;
    const [all, sign = '', limit = '', tier = ''] = condition;
    rest = rest.slice(all.length);
    const edge = sign === '<=' || sign === '>' ? Number(limit) : Number(limit) - 1;
    if (edge <= above) return undefined;
    if (sign.startsWith('>'))
      return TIER.test(rest) ? [...tiers, { above, tier: rest }, { above: edge, tier }] : undefined;
    tiers.push({ above, tier });
    above = edge;
  }
}

function readSum(tier: string): ModelPriceParts | undefined {
  const [, namedExpression, inner, bare, times = '1'] = TIER.exec(tier) ?? [];
  // Without parentheses, the last factor belongs to the last term, not to the sum.
  const expression = bare === undefined ? (namedExpression ?? inner) : tier;
  const factor = bare === undefined ? Number(times) : 1;
  const terms = expression?.split('+').map((term) => TERM.exec(term.trim()));
  if (!terms || terms.includes(null)) return undefined;
  const usd = new Map(
    terms.map((term) => [term?.[1] ?? term?.[4], rounded(Number(term?.[2] ?? term?.[3]) * factor)]),
  );
  const input = usd.get('p') ?? 0;
  if (usd.size < terms.length || input === 0) return undefined;
  const ratio = (name: string, fallback: number) => rounded((usd.get(name) ?? fallback) / input);
  const cacheWriteRatio = ratio('cc', input);
  const hour = usd.get('cc1h');
  if (hour !== undefined && Math.abs(hour / input - cacheWriteRatio * HOUR) > 1e-9)
    return undefined;
  const [audio, audioOutput] = [usd.get('ai'), usd.get('ao')];
  // Audio output is priced relative to audio input.
  if ((audioOutput !== undefined || audio !== undefined) && !audio) return undefined;
  return {
    modelRatio: input / USD_AT_ONE,
    completionRatio: ratio('c', 0),
    // A class that the sum does not name costs as much as prompt tokens.
    cacheRatio: ratio('cr', input),
    cacheWriteRatio,
    ...(usd.has('img') ? { imageRatio: ratio('img', 0) } : {}),
    ...(audio ? audioRatiosOf(audio, { input, output: audioOutput ?? usd.get('c') ?? 0 }) : {}),
  };
}

const audioRatiosOf = (audio: number, { input, output }: { input: number; output: number }) => ({
  audioRatio: rounded(audio / input),
  audioCompletionRatio: rounded(output / audio),
});

const DECIMALS = 9;
const rounded = (value: number) => Number(value.toFixed(DECIMALS));
