import type { OptionDefinition } from '@tollgate/contract';

/** Of features that are still to come: what is stored here steers nothing yet. */
const KEYS: ReadonlySet<string> = new Set(['StreamCacheQueueLength']);

/** Whether an option waits for the feature that it is for, and is marked so. */
export function isNotInUse({ key }: OptionDefinition): boolean {
  return KEYS.has(key);
}
