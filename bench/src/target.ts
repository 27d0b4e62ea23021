import type { Stage } from './stage.ts';

/** A gateway under measurement, serving on its own core. */
export interface RunningTarget {
  pid: number;
  /** Origin, without a path. */
  url: string;
  /** Headers that a call needs besides its content type. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

export interface StartOptions {
  stage: Stage;
  /** Origin of the mock that calls should reach. */
  upstream: string;
  model: string;
}

export interface Target {
  name: 'nginx' | 'skeleton' | 'portkey' | 'tollgate';
  label: string;
  /** Starts the target. Throws BenchError if it can't be started. */
  start(options: StartOptions): Promise<RunningTarget>;
}
