import { median } from '../median.ts';

export interface MemorySample {
  /** Since the load began. */
  atSeconds: number;
  residentMb: number;
  /** What is used of V8's heap, garbage included. */
  heapMb: number;
  /** What V8 has of the system for its heap. */
  heapTotalMb: number;
}

export interface MemoryMinute {
  minute: number;
  residentMb: number;
  /** The lowest use of the minute: what is left after a collection. */
  heapMb: number;
  heapTotalMb: number;
}

export interface MemoryVerdict {
  minutes: MemoryMinute[];
  /** Change of resident memory from the first to the last fifth after the warm-up, 0.05 = 5 % more. */
  drift: number;
  /** The largest distance of a minute from the mean, as a part of it. */
  spread: number;
}

/** Judges whether memory is flat. What the first `warmUpMinutes` show counts for nothing. */
export function judgeMemory(
  samples: readonly MemorySample[],
  warmUpMinutes: number,
): MemoryVerdict {
  const byMinute = Map.groupBy(samples, ({ atSeconds }) => Math.floor(atSeconds / 60));
  const minutes = [...byMinute].map(([minute, own]) => ({
    minute,
    residentMb: median(own.map(({ residentMb }) => residentMb)),
    heapMb: Math.min(...own.map(({ heapMb }) => heapMb)),
    heapTotalMb: median(own.map(({ heapTotalMb }) => heapTotalMb)),
  }));
  const counted = minutes
    .filter(({ minute }) => minute >= warmUpMinutes)
    .map(({ residentMb }) => residentMb);
  const fifth = Math.max(1, Math.floor(counted.length / 5));
  const first = mean(counted.slice(0, fifth));
  const average = mean(counted);
  return {
    minutes,
    drift: mean(counted.slice(-fifth)) / first - 1,
    spread: Math.max(...counted.map((value) => Math.abs(value / average - 1))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
