import { AppError } from '../platform/app-error.ts';

interface Window {
  minute: number;
  count: number;
  before: number;
}

/** Counts calls per key and minute; the minute before weighs in by what is left of it. */
export interface CallRate {
  /** Throws AppError relay_rate_limited with the seconds to wait when the key is over its limit. */
  take(tokenId: number, callsPerMinute: number, nowMs: number): void;
}

const MINUTE_MS = 60_000;
const KEYS_MAX = 100_000;

/** The sliding-window counter of this process. */
export function createCallRate(): CallRate {
  const windows = new Map<number, Window>();
  return {
    take(tokenId, callsPerMinute, nowMs) {
      if (callsPerMinute === 0) return;
      const minute = Math.floor(nowMs / MINUTE_MS);
      let window = windows.get(tokenId);
      if (!window) {
        if (windows.size >= KEYS_MAX) windows.delete(windows.keys().next().value as number);
        windows.set(tokenId, (window = { minute, count: 0, before: 0 }));
      }
      if (window.minute !== minute) {
        window.before = window.minute === minute - 1 ? window.count : 0;
        window.count = 0;
        window.minute = minute;
      }
      const leftOfMinute = 1 - (nowMs % MINUTE_MS) / MINUTE_MS;
      if (window.count + window.before * leftOfMinute + 1 > callsPerMinute) {
        const retryAfterSeconds = Math.max(1, Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000));
        throw new AppError('relay_rate_limited', { limit: callsPerMinute }, { retryAfterSeconds });
      }
      window.count += 1;
    },
  };
}
