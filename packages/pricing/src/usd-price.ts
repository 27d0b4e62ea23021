import {
  type Decimal,
  formatDecimal,
  isSame,
  multiply,
  parseDecimal,
  toNumber,
} from './decimal.ts';
import { editRatioMaps, type ModelRatios, type RatioMaps } from './edit-ratio-maps.ts';
import { priceAtRatio, ratioTo } from './price-at-ratio.ts';
import type { PriceTier } from './price-tiers.ts';

/** The prices that a tier can change; decimal strings ("0.15"), in USD per million tokens. */
export interface UsdTokenPrice {
  input?: string | undefined;
  output?: string | undefined;
  cached?: string | undefined;
  cacheWrite?: string | undefined;
}

/**
 * A model's prices as decimal strings: `call` in USD per call, the others in USD per million tokens. An
 * absent price is not set separately: completions, images and audio then cost the same as input, cached
 * tokens have no discount, and cache writes cost 1.25 times the input.
 */
export interface UsdPrice extends UsdTokenPrice {
  /** USD per call. A model with one has no prices by tokens. */
  call?: string | undefined;
  audioInput?: string | undefined;
  audioOutput?: string | undefined;
  imageInput?: string | undefined;
  /** Prices of the whole call once its prompt has more tokens than `above`. */
  tiers?: readonly UsdTier[] | undefined;
}

export interface UsdTier extends UsdTokenPrice {
  above: number;
}

export type UsdPriceField = Exclude<keyof UsdPrice, 'tiers'>;

export type UsdPriceFault =
  | 'not-a-number'
  | 'too-large'
  /** Ratios of 9 places can't represent it. */
  | 'not-exact'
  /** Other prices are ratios of the input price, which is missing. */
  | 'input-missing'
  /** Nothing can be a ratio of an input price of 0. */
  | 'input-free';

/** A price in money that can't be stored. */
export class UsdPriceError extends Error {
  readonly field: UsdPriceField;
  readonly fault: UsdPriceFault;

  constructor(field: UsdPriceField, fault: UsdPriceFault) {
    super(`${field}: ${fault}`);
    this.name = 'UsdPriceError';
    this.field = field;
    this.fault = fault;
  }
}

/** USD per million tokens at a ratio of 1. */
const USD_AT_ONE: Decimal = { units: 2n, places: 0 };
const HALF: Decimal = { units: 5n, places: 1 };
const TOKEN_RATIOS = {
  output: 'completionRatio',
  cached: 'cacheRatio',
  cacheWrite: 'cacheWriteRatio',
} as const satisfies Partial<Record<keyof UsdTokenPrice, keyof PriceTier>>;
type TokenField = keyof typeof TOKEN_RATIOS;
const TOKEN_FIELDS = Object.keys(TOKEN_RATIOS) as TokenField[];

/** Returns a model's price in money; undefined if it has none. Throws RangeError for an invalid number. */
export function readUsdPrice(maps: RatioMaps, model: string): UsdPrice | undefined {
  const call = ownEntry(maps.modelPrice, model);
  if (call !== undefined) return { call: formatDecimal(decimalOf(call)) };
  const ratio = ownEntry(maps.modelRatio, model);
  if (ratio === undefined) return undefined;
  const input = multiply(decimalOf(ratio), USD_AT_ONE);
  const ratios = Object.fromEntries(
    TOKEN_FIELDS.map((field) => [field, ownEntry(maps[TOKEN_RATIOS[field]], model)]),
  ) as TokenRatios;
  const price: UsdPrice = {
    ...readTokens(input, ratios),
    ...optionalPrice('imageInput', input, ownEntry(maps.imageRatio, model)),
    ...readAudio(maps, model, input),
  };
  const tiers = ownEntry(maps.priceTiers, model);
  if (tiers?.length) price.tiers = tiers.map((tier) => readTier(tier, input, ratios));
  return price;
}

/** Returns the maps with a model's price set, or removed. Throws UsdPriceError. */
export function writeUsdPrice(
  maps: RatioMaps,
  model: string,
  price: UsdPrice | undefined,
): RatioMaps {
  const editor = editRatioMaps(maps);
  editor.put(model, price ? ratiosOfPrice(price) : {});
  return editor.result();
}

type TokenRatios = Partial<Record<TokenField, number | undefined>>;

function readTokens(input: Decimal, ratios: TokenRatios): UsdTokenPrice {
  return Object.assign(
    { input: formatDecimal(input) },
    ...TOKEN_FIELDS.map((field) => optionalPrice(field, input, ratios[field])),
  ) as UsdTokenPrice;
}

/** Ratios that a tier does not set are inherited from the model. */
function readTier(tier: PriceTier, input: Decimal, ratios: TokenRatios): UsdTier {
  const base =
    tier.modelRatio === undefined ? input : multiply(decimalOf(tier.modelRatio), USD_AT_ONE);
  const tokenRatios = TOKEN_FIELDS.map((field) => [
    field,
    tier[TOKEN_RATIOS[field]] ?? ratios[field],
  ]);
  return { above: tier.above, ...readTokens(base, Object.fromEntries(tokenRatios) as TokenRatios) };
}

function readAudio(maps: RatioMaps, model: string, input: Decimal): UsdPrice {
  const ratio = ownEntry(maps.audioRatio, model);
  if (ratio === undefined) return {};
  const audioInput = priceAtRatio(input, decimalOf(ratio));
  const output =
    ownEntry(maps.audioCompletionRatio, model) ?? ownEntry(maps.completionRatio, model);
  return {
    audioInput: formatDecimal(audioInput),
    ...optionalPrice('audioOutput', audioInput, output),
  };
}

const optionalPrice = (field: UsdPriceField, base: Decimal, ratio: number | undefined): UsdPrice =>
  ratio === undefined ? {} : { [field]: formatDecimal(priceAtRatio(base, decimalOf(ratio))) };

/** Returns a price's values in each of the maps. Throws UsdPriceError. */
export function ratiosOfPrice(price: UsdPrice): ModelRatios {
  if (isFilled(price.call)) return { modelPrice: exactNumber('call', price.call) };
  const input = requireInput(price);
  const { audioInput, audioOutput } = price;
  const ratio = (field: UsdPriceField) => ratioOf(price, field, input);
  // Audio output is a ratio of audio input, which costs the same as text unless set.
  const audioInputPrice = isFilled(audioInput) ? audioInput : price.input;
  const hasAudio = isFilled(audioInput) || isFilled(audioOutput);
  const withAudioInput = { ...price, audioInput: audioInputPrice };
  return {
    modelRatio: halve('input', input),
    completionRatio: ratio('output'),
    cacheRatio: ratio('cached'),
    cacheWriteRatio: ratio('cacheWrite'),
    imageRatio: ratio('imageInput'),
    ...(hasAudio && {
      audioRatio: ratioOf(withAudioInput, 'audioInput', input),
      audioCompletionRatio: ratioOf(
        price,
        'audioOutput',
        parse('audioInput', audioInputPrice ?? ''),
      ),
    }),
    ...(price.tiers?.length && { priceTiers: price.tiers.map(tierOf) }),
  };
}

function tierOf(tier: UsdTier): PriceTier {
  const input = requireInput(tier);
  const ratios = TOKEN_FIELDS.flatMap((field) => {
    const ratio = ratioOf(tier, field, input);
    return ratio === undefined ? [] : [[TOKEN_RATIOS[field], ratio]];
  });
  return {
    above: tier.above,
    modelRatio: halve('input', input),
    ...(Object.fromEntries(ratios) as Partial<PriceTier>),
  };
}

function requireInput(price: UsdTokenPrice): Decimal {
  if (!isFilled(price.input)) throw new UsdPriceError('input', 'input-missing');
  return parse('input', price.input);
}

function halve(field: UsdPriceField, price: Decimal): number {
  const ratio = multiply(price, HALF);
  if (ratio.places > PLACES_MAX) throw new UsdPriceError(field, 'not-exact');
  return storable(field, ratio);
}

/** A price as a ratio of the base that reads back as the same price; undefined if there is no price. */
function ratioOf(price: UsdPrice, field: UsdPriceField, base: Decimal): number | undefined {
  const text = price[field];
  if (!isFilled(text)) return undefined;
  const usd = parse(field, text);
  if (base.units === 0n) {
    if (usd.units === 0n) return 0;
    throw new UsdPriceError(field, 'input-free');
  }
  const ratio = ratioTo(base, usd);
  if (!isSame(priceAtRatio(base, ratio), usd)) throw new UsdPriceError(field, 'not-exact');
  return storable(field, ratio);
}

const PLACES_MAX = 9;
const MONEY = /^\$?\s*(?=[.\d])\d*\.?\d*$/;

/** Whether a text contains a price at all. */
const isFilled = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '';

/** Parses a typed price. Throws UsdPriceError. */
function parse(field: UsdPriceField, text: string): Decimal {
  const trimmed = text.trim();
  const [integer = '', fraction = ''] = trimmed.replace(/^\$\s*/, '').split('.');
  if (!MONEY.test(trimmed) || integer + fraction === '')
    throw new UsdPriceError(field, 'not-a-number');
  if (fraction.replace(/0+$/, '').length > PLACES_MAX) throw new UsdPriceError(field, 'not-exact');
  const decimal = parseDecimal(
    `${integer === '' ? '0' : integer}.${fraction === '' ? '0' : fraction}`,
  );
  if (typeof decimal === 'string') throw new UsdPriceError(field, decimal);
  return decimal;
}

const exactNumber = (field: UsdPriceField, text: string) => storable(field, parse(field, text));

/** Converts to a number that JSON prints with the same digits. */
function storable(field: UsdPriceField, value: Decimal): number {
  const number = toNumber(value);
  const read = parseDecimal(number);
  if (typeof read === 'string') throw new UsdPriceError(field, read);
  if (!isSame(read, value)) throw new UsdPriceError(field, 'not-exact');
  return number;
}

function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new RangeError(`a price is ${decimal}`);
  return decimal;
}

function ownEntry<Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
