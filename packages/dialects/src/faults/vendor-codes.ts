import { ownValue } from '../json/own-value.ts';

/** Error types by numeric code; see classifyError for their meaning. */
type Codes = Readonly<Record<string, string>>;

const RATE = 'rate_limit_exceeded';
const BUSY = 'overloaded';
const INVALID = 'invalid_request';
const FILTERED = 'content_filter';
const AUTH = 'invalid_authentication';

/** Baidu's first API (`error_code`). Source: Baidu, error codes of the Wenxin Workshop. */
const BAIDU: Codes = {
  '2': BUSY,
  '4': RATE,
  '6': 'model_not_found',
  '13': AUTH,
  '14': AUTH,
  '15': AUTH,
  '17': RATE,
  '18': RATE,
  '19': 'insufficient_quota',
  '100': INVALID,
  '110': AUTH,
  '111': AUTH,
  '336000': BUSY,
  '336001': INVALID,
  '336002': INVALID,
  '336003': INVALID,
  '336004': INVALID,
  '336005': INVALID,
  '336006': INVALID,
  '336007': INVALID,
  '336100': BUSY,
  '336501': RATE,
  '336502': RATE,
};

/** Spark (`code` next to a `sid`). Source: iFlytek, error codes of the Spark API. */
const SPARK: Codes = {
  '10007': RATE,
  '10008': BUSY,
  '10010': BUSY,
  '10013': FILTERED,
  '10014': FILTERED,
  '10019': FILTERED,
  '10163': INVALID,
  '10404': 'model_not_found',
  '10907': INVALID,
  '11200': AUTH,
  '11201': 'insufficient_quota',
  '11202': RATE,
  '11203': RATE,
};

/**
 * Returns the known error type for a provider's numeric code; null for other errors. Numbers that only their
 * value would distinguish from other vendors' (Zhipu, 360) are left to status and wording.
 */
export function typeOfVendorCode(error: Readonly<Record<string, unknown>>): string | null {
  const { error_code: baidu, code, Sid, sid = Sid } = error;
  if (isCode(baidu)) return ownValue(BAIDU, String(baidu)) ?? null;
  if (sid !== undefined && isCode(code)) return ownValue(SPARK, String(code)) ?? null;
  return null;
}

function isCode(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}
