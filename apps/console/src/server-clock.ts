/** How far the gateway's clock is ahead of this device's (ms); 0 if they agree. */
let aheadMs = 0;

/** A slower response says too little about the time. */
const PROMPT_MS = 5000;
/** Clocks that differ by less agree: the gateway's time comes in whole seconds, and late. */
const AGREED_MS = 10_000;

/**
 * Compares this device's clock, which may be hours off, with the date of a response that was requested at most
 * so long ago (ms).
 */
export function recordServerTime({ headers }: Response, elapsedMs: number): void {
  const time = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(time) || elapsedMs > PROMPT_MS) return;
  const ahead = time - Date.now();
  if (Math.abs(ahead - aheadMs) <= AGREED_MS) return;
  aheadMs = Math.abs(ahead) <= AGREED_MS ? 0 : ahead;
}

/** Converts a time of this device's clock to the gateway's, both in milliseconds. */
export const toServerTime = (milliseconds: number): number => milliseconds + aheadMs;

/**
 * Returns the gateway's time in seconds. Whatever is compared with times from the gateway, or sent to it, uses
 * this.
 */
export const unixSeconds = (): number => Math.floor(toServerTime(Date.now()) / 1000);
