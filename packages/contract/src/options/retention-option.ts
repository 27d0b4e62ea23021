import type { OptionGroup } from './definition.ts';
import { integerOption } from './definition.ts';

/** A number of days after which data is deleted: a smaller number deletes some at once. */
export const retentionOption = <const Key extends string>(
  key: Key,
  group: OptionGroup,
  days: number,
  range: { min: number; max: number },
) => ({ ...integerOption(key, group, days, range), retention: true });
