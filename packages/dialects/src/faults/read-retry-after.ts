const DAY_MS = 86_400_000;

/** Base for relative times: the response's own Date header, else the caller's clock. */
function readNowMs(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number | undefined,
) {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

/**
 * Returns how long the upstream asks callers to wait, in milliseconds, at most a day. Reads retry-after-ms,
 * retry-after (seconds or an HTTP date), the reset of an exhausted x-ratelimit window, and the retryDelay
 * inside a Google error body. Header names must be lower case.
 */
export function readRetryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  body = '',
  nowMs?: number,
): number | undefined {
  const wait =
    readNumber(headers['retry-after-ms']) ??
    readRetryAfter(headers['retry-after'], readNowMs(headers, nowMs)) ??
    readDuration(/"retryDelay"\s*:\s*"([^"]{1,20})"/.exec(body)?.[1]) ??
    readWindowReset(headers);
  if (wait === undefined) return undefined;
  return Math.min(Math.max(0, Math.ceil(wait)), DAY_MS);
}

function readRetryAfter(value: string | undefined, nowMs: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) || nowMs === undefined ? undefined : date - nowMs;
}

function readWindowReset(
  headers: Readonly<Record<string, string | undefined>>,
): number | undefined {
  let wait: number | undefined;
  for (const window of ['requests', 'tokens']) {
    if (headers[`x-ratelimit-remaining-${window}`]?.trim() !== '0') continue;
    const reset = readDuration(headers[`x-ratelimit-reset-${window}`]);
    if (reset !== undefined) wait = Math.max(wait ?? 0, reset);
  }
  return wait;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses "6m0s", "1.5s", "20ms", or plain seconds. */
function readDuration(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const seconds = readNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return total;
}

function readNumber(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}
