import type { SimulatorClock } from './clock.ts';
import type { Call } from './endpoint.ts';
import type { Fault } from './script.ts';

export interface SimulatorOptions {
  port?: number;
  /** The address to listen on; 127.0.0.1 if absent. */
  host?: string;
  /** Accepted keys; all if absent. */
  apiKeys?: readonly string[];
  /** Faults of all calls with a key. */
  faults?: ReadonlyMap<string, Fault>;
  /** Models that exist. If absent, every model works and a few are listed. */
  models?: readonly string[];
  /** For delays, gaps and slow drips. */
  clock?: SimulatorClock;
  /** Refuses everything the vendor refuses (`rules/`), not only the basic rules. */
  strict?: boolean;
  /** Responds to every valid call, instead of the vendor's endpoint. */
  replay?: (call: Call) => Promise<void>;
}
