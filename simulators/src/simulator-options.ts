import type { SimulatorClock } from './clock.ts';
import type { Call } from './endpoint.ts';
import type { Fault } from './script.ts';

export interface SimulatorOptions {
  port?: number;
  /** The address to listen on; 127.0.0.1 when absent. */
  host?: string;
  /** Keys that are accepted; all when absent. */
  apiKeys?: readonly string[];
  /** Faults that all calls with a key get. */
  faults?: ReadonlyMap<string, Fault>;
  /** Models that exist. When absent every model works and a few are listed. */
  models?: readonly string[];
  /** For delays, gaps and slow drips. */
  clock?: SimulatorClock;
  /** Refuses all that the vendor refuses (`rules/`), not only what breaks most. */
  strict?: boolean;
  /** Responds to every valid call, instead of what the vendor's endpoint would say. */
  replay?: (call: Call) => Promise<void>;
}
