import type { CallTiming } from '../../store/usage-stats.ts';

/** Reads a call's timing from the `other` of its log row; values missing there are undefined. */
export function readTiming(other: string): CallTiming {
  return {
    firstTokenMs: readNumber(other, /"frt":(\d+)/),
    totalMs: readNumber(other, /"total_ms":(\d+)/),
  };
}

function readNumber(text: string, pattern: RegExp): number | undefined {
  const match = pattern.exec(text)?.[1];
  return match === undefined ? undefined : Number(match);
}
