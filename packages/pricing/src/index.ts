export { computeCharge } from './charge.ts';
export {
  readChargeFactors,
  writeBillRecord,
  writeChargeRecord,
  writePriceRecord,
  writeSurchargeRecord,
  writeTokenRecord,
} from './charge-record.ts';
export { formatQuota, formatQuotaExactly, groupThousands, type QuotaDisplay } from './display.ts';
export { type ChargeExplanation, explainCharge, type ToolLine } from './explain.ts';
export { findUnpricedQuality } from './image-factor.ts';
export { billMedia, reserveMedia } from './media-charge.ts';
export { hasThinkingPrice, type Price, priceAt, type RatioFactors } from './price.ts';
export { compilePriceBook, type PriceBook } from './price-book.ts';
export { readPriceSnapshot, writePriceSnapshot } from './price-snapshot.ts';
export type { PriceTier } from './price-tiers.ts';
export {
  type ListedTokenPrices,
  listCallPrice,
  listTokenPrices,
  listToolPrice,
} from './list-price.ts';
export { PriceError } from './price-error.ts';
export { formatDecimal, parseDecimal } from './decimal.ts';
export { editRatioMaps, type ModelRatios, type RatioMaps, ratiosOf } from './edit-ratio-maps.ts';
export { diffRatioMaps, readRatioMaps } from './ratio-maps.ts';
export { repriceCall } from './reprice-call.ts';
export { REQUEST_FEE } from './request-fee.ts';
export { estimateReservation, type ReservationInput } from './reservation.ts';
export { type PriceProposal, proposePrice } from './seeds/propose-price.ts';
export * from './seeds/seed-prices.ts';
export { findByModelName, sharedModelName } from './shared-model-name.ts';
export { smallestCents } from './smallest-cents.ts';
export { type Surcharges, surchargesOf } from './surcharges.ts';
export {
  type Tariff,
  THINKING,
  type TierRatioMap,
  type ToolFee,
  type ToolPriceMap,
} from './tariff.ts';
export { computeTopUp } from './compute-top-up.ts';
export {
  ratiosOfPrice,
  readUsdPrice,
  type UsdPrice,
  UsdPriceError,
  type UsdPriceFault,
  type UsdPriceField,
  type UsdTier,
  writeUsdPrice,
} from './usd-price.ts';
export { emptyUsage, fillUsage, normaliseUsage } from './usage.ts';
