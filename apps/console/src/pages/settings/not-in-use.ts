import type { OptionDefinition, OptionGroup } from '@tollgate/contract';

/** Groups of features that are still to come: what is stored here steers nothing yet. */
const GROUPS: ReadonlySet<OptionGroup> = new Set(['drawing']);

/** Of the other groups. */
<<<<<<< HEAD
const KEYS: ReadonlySet<string> = new Set(['WorkerUrl', 'WorkerValidKey']);
=======
const KEYS: ReadonlySet<string> = new Set(['StreamCacheQueueLength']);
>>>>>>> 05a53636d61d3629030901610ef462d0a96ef754

/** Whether an option waits for the feature that it is for, and is marked so. */
export function isNotInUse({ key, group }: OptionDefinition): boolean {
  return GROUPS.has(group) || KEYS.has(key);
}
