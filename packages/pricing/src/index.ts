export { computeCharge } from './charge.ts';
export {
  type ChargedRow,
  type ChargeFactors,
  readChargeFactors,
  writeBillRecord,
  writeChargeRecord,
  writePriceRecord,
  writeSurchargeRecord,
  writeTokenRecord,
} from './charge-record.ts';
export { formatQuota, formatQuotaExactly, type QuotaDisplay } from './display.ts';
export {
  type CallExplanation,
  type ChargeExplanation,
  type ChargeLine,
  type ChargeLineKind,
  explainCharge,
  type RatioExplanation,
  type ToolLine,
} from './explain.ts';
export { billMedia, type MediaBill, reserveMedia } from './media-charge.ts';
export type { MediaReport, MediaWork } from './media-work.ts';
export {
  type CallFactors,
  type CallPrice,
  type Price,
  priceAt,
  type RatioFactors,
  type RatioPrice,
} from './price.ts';
export { compilePriceBook, type PriceBook, type PriceOptions } from './price-book.ts';
export { readPriceSnapshot, writePriceSnapshot } from './price-snapshot.ts';
export type { PriceTier } from './price-tiers.ts';
export { listCallPrice, listTokenPrices, listToolPrice } from './list-price.ts';
export { PriceError } from './price-error.ts';
export { estimateReservation, type ReservationInput } from './reservation.ts';
export * from './seeds/seed-prices.ts';
export { type SurchargedUse, type Surcharges, surchargesOf } from './surcharges.ts';
export type { Tariff, TierRatioMap, ToolFee, ToolPrice, ToolPriceMap } from './tariff.ts';
export { computeTopUp, type TopUp, type TopUpInput } from './top-up.ts';
export { transcriptionTokens } from './transcription-tokens.ts';
export { emptyUsage, normaliseUsage, type NormalisedUsage, type Usage } from './usage.ts';
