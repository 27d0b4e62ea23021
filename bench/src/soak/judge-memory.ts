import { median } from '../median.ts';

export interface MemorySample {
  /** Seconds since the load began. */
  atSeconds: number;
  residentMb: number;
  /** Used size of V8's heap, including garbage. */
  heapMb: number;
  /** Size that V8 has allocated from the system for its heap. */
  heapTotalMb: number;
}

export interface MemoryMinute {
  minute: number;
  residentMb: number;
  /** The minute's lowest value: what remains after a garbage collection. */
  heapMb: number;
  heapTotalMb: number;
}

export interface MemoryVerdict {
  minutes: MemoryMinute[];
  /** Change of resident memory from the first to the last fifth after the warm-up; 0.05 is 5 % growth. */
  drift: number;
  /** Largest deviation of a minute from the mean, relative to the mean. */
  spread: number;
}

/** Judges whether memory is flat, ignoring the first `warmUpMinutes`. */
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
