import type { Config } from '../../platform/config.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';

/** Outgoing connections of tasks. */
export interface TaskTools {
  /** To the services behind channels. */
  readonly channels: Outbound;
  /** To URLs from upstreams and owners: images, and the owners' webhooks. */
  readonly mediaFetcher: Outbound;
  /** Limits concurrent notifications of owners. */
  readonly notifySemaphore: Semaphore;
}

export function createTaskTools(config: Config, mediaFetcher: Outbound): TaskTools {
  return {
    // Connections are not reused: a submission on a broken one may have started a task.
    channels: createOutbound(config.ALLOW_PRIVATE_UPSTREAMS, { keepsOpen: false }),
    mediaFetcher,
    notifySemaphore: createSemaphore({ maxConcurrent: 8, maxQueued: 200, retryAfterSeconds: 1 }),
  };
}
