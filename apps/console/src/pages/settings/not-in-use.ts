import type { OptionDefinition, OptionGroup } from '@tollgate/contract';

/** Groups of features that are still to come: what is stored here steers nothing yet. */
const GROUPS: ReadonlySet<OptionGroup> = new Set(['drawing']);

/** Whether an option waits for the feature that it is for, and is marked so. */
export function isNotInUse({ group }: OptionDefinition): boolean {
  return GROUPS.has(group);
}
