import type { Config } from '../../platform/config.ts';
import { createNarrowGate, type NarrowGate } from '../../platform/narrow-gate.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';

/** The ways out that tasks take. */
export interface TaskTools {
  /** To the services behind channels. */
  readonly ask: Outbound;
  /** To what upstreams and owners name: pictures, and where owners want to hear of their tasks. */
  readonly reach: Outbound;
  /** Owners are told a few at a time. */
  readonly telling: NarrowGate;
}

export function createTaskTools(config: Config, reach: Outbound): TaskTools {
  return {
    ask: createOutbound(config.ALLOW_PRIVATE_UPSTREAMS),
    reach,
    telling: createNarrowGate({ atOnce: 8, waiting: 200, retryAfterSeconds: 1 }),
  };
}
