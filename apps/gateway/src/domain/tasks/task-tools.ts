import type { Config } from '../../platform/config.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';

/** The ways out that tasks take. */
export interface TaskTools {
  /** To the services behind channels. */
  readonly ask: Outbound;
  /** To what upstreams and owners name: pictures, and where owners want to hear of their tasks. */
  readonly reach: Outbound;
  /** Owners are told a few at a time. */
  readonly notifySemaphore: Semaphore;
}

export function createTaskTools(config: Config, reach: Outbound): TaskTools {
  return {
    ask: createOutbound(config.ALLOW_PRIVATE_UPSTREAMS),
    reach,
    notifySemaphore: createSemaphore({ maxConcurrent: 8, maxQueued: 200, retryAfterSeconds: 1 }),
  };
}
