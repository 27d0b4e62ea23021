import type { ChangeFeed } from '../change-feed.ts';
import type { Job } from './job.ts';

/**
 * Catches up on changes that this node missed, because of a lost message, missing Redis or a failed rebuild.
 */
export function catchUpChanges(changes: ChangeFeed): Job {
  return { name: 'catch-up-changes', everyMs: 1000, scope: 'node', run: () => changes.catchUp() };
}
