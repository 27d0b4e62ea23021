import { z } from 'zod';

/** The most USD that one top-up buys. */
export const TOPUP_AMOUNT_MAX = 1_000_000;

const invalidAmount = { error: 'topup_amount_invalid' };

/** Whole USD to buy, before any ratio. */
export const wholeTopUpAmount = z
  .number(invalidAmount)
  .int('topup_amount_invalid')
  .positive('topup_amount_invalid')
  .max(TOPUP_AMOUNT_MAX, 'topup_amount_invalid');

/** USD to buy, with cents, before any ratio. */
export const centsTopUpAmount = z
  .number(invalidAmount)
  .positive('topup_amount_invalid')
  .max(TOPUP_AMOUNT_MAX, 'topup_amount_invalid')
  .refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount)), 'topup_amount_invalid');

/** USD to buy as text. */
export const textTopUpAmount = z
  .string(invalidAmount)
  .trim()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'topup_amount_invalid')
  .refine(
    (amount) => Number(amount) > 0 && Number(amount) <= TOPUP_AMOUNT_MAX,
    'topup_amount_invalid',
  );

/** A promotion code (OPEN-075): accepted and ignored, as there are no promotions. */
export const topUpCode = z.string().max(128).optional();

/** A coin on a network that can be used to pay. */
export const paymentCurrency = z.object({
  /** Symbol of the coin, such as USDT. */
  currency: z.string(),
  network: z.string(),
  /** The provider's minimum, in coins. */
  min_amount: z.number(),
  /** Coins per USD: an estimate is USD times this, with 8 decimals. */
  conversion_rate: z.number(),
});
export type PaymentCurrency = z.output<typeof paymentCurrency>;

/**
 * The status of a crypto payment; a waiting page stops at the last four. Less than the price arrived:
 * `partly_paid` while the rest can still be sent, then `underpaid`.
 */
export const CRYPTO_STATUSES = [
  'waiting',
  'partly_paid',
  'confirming',
  'success',
  'expired',
  'failed',
  'underpaid',
] as const;
export type CryptoStatus = (typeof CRYPTO_STATUSES)[number];

export const cryptoTransaction = z.object({
  /** Identifies the transaction in GET /api/transaction-status/{id}. */
  uuid: z.string(),
  /** When it was created; adding `lifetime` gives the end of the countdown. Seconds. */
  created_at: z.number().int(),
  lifetime: z.number().int(),
  /** The price, in `currency` (USD). */
  amount: z.string(),
  currency: z.string(),
  /** Amount of coins to send, and their symbol. */
  pay_amount: z.string(),
  pay_currency: z.string(),
  network: z.string(),
  address: z.string(),
  /** A QR code of the address as a data: URL, or '': the page then draws one of `address`. */
  qrCode: z.string(),
  status: z.enum(CRYPTO_STATUSES),
  /** Where the browser goes on success: an http(s) URL or a path of this console. */
  redirect_url: z.string(),
});
export type CryptoTransaction = z.output<typeof cryptoTransaction>;

/** What the card provider's widget needs. */
export const paymentIntent = z.object({
  id: z.string(),
  client_secret: z.string(),
  /** Always USD. */
  currency: z.string(),
  /** The amount charged to the card, in USD with two decimals. */
  amount: z.string(),
});
export type PaymentIntent = z.output<typeof paymentIntent>;

/** A row of the stablecoin log. */
export const stablecoinLogEntry = z.object({
  id: z.number().int(),
  /** Seconds. */
  created_at: z.number().int(),
  content: z.string(),
});
export type StablecoinLogEntry = z.output<typeof stablecoinLogEntry>;
