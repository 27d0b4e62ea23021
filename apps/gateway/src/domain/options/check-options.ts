import { findOption, type OptionDefinition, optionRegistry, ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { OptionActor, OptionChange } from './options.ts';
import type { OptionValues } from './option-values.ts';
import { checkPrices } from './price-book.ts';

export type CheckedChange = OptionChange & { definition: OptionDefinition };

/**
 * The changes that really change something, normalised. Throws AppError on the first bad one, and
 * where the values would not fit each other. An empty value of a secret keeps the stored one.
 */
export function checkOptionChanges(
  changes: readonly OptionChange[],
  actor: OptionActor,
  current: OptionValues,
): CheckedChange[] {
  const next = new Map(current);
  for (const change of changes) {
    const checked = checkOne(change, actor);
    if (checked !== undefined) next.set(change.key, checked);
  }
  const changed = optionRegistry.flatMap((definition) => {
    const value = next.get(definition.key) as string;
    return value === current.get(definition.key)
      ? []
      : [{ key: definition.key, value, definition }];
  });
  checkRequired(changed, next);
  checkPrices((key) => next.get(key) as string);
  return changed;
}

/** The value to store; undefined where the stored one stays. */
function checkOne({ key, value }: OptionChange, actor: OptionActor): string | undefined {
  const definition = findOption(key);
  if (!definition) throw new AppError('option_unknown', { key }, { field: key });
  if (definition.write === 'root' && actor.role < ROLE_ROOT)
    throw new AppError('option_requires_super_admin', { key }, { field: key });
  if (definition.secret && value.trim() === '') return undefined;
  const result = definition.check(value);
  if (!result.ok) throw new AppError(result.code, { key, ...result.params }, { field: key });
  return result.value;
}

/** A switch that is on keeps all that it needs; looked at only when one of these keys changes. */
function checkRequired(changed: readonly CheckedChange[], next: OptionValues): void {
  const touched = new Set(changed.map(({ key }) => key));
  for (const { key, requires } of optionRegistry) {
    if (!requires || next.get(key) !== 'true') continue;
    if (![key, ...requires.keys].some((one) => touched.has(one))) continue;
    if (requires.keys.some((one) => next.get(one)?.trim() === ''))
      throw new AppError('option_incomplete', { key, name: requires.name }, { field: key });
  }
}
