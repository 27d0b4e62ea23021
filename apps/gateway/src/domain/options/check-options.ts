import {
  findOption,
  isOptionSet,
  mayWriteOption,
  missingRequirements,
  type OptionDefinition,
  optionRegistry,
  secretsToReenter,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { optionNames } from '../error-texts.ts';
import { checkNamedGroups } from './check-groups.ts';
import type { OptionActor, OptionChange } from './option-change.ts';
import type { OptionValues } from './option-values.ts';
import { checkPrices, isPriceKey } from './price-book.ts';

export type CheckedChange = OptionChange & { definition: OptionDefinition };

/**
 * Returns the changes that have an effect, normalized. Throws an AppError for the first invalid one, for
 * values that are inconsistent with each other, and for a stored secret that would be sent to a new address
 * without having been entered again. An empty value keeps a stored secret.
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
  checkDestinations(changes, current, next);
  checkRequired(changed, next);
  checkNamedGroups(changed, current, next);
  if (changed.some(({ key }) => isPriceKey(key))) checkPrices((key) => next.get(key) as string);
  return changed;
}

/**
 * Returns values as they would be stored, by key, without checking who may write them. Throws an AppError for
 * an invalid one.
 */
export function checkOptionTexts(changes: readonly OptionChange[]): ReadonlyMap<string, string> {
  return new Map(changes.map((change) => [change.key, checkText(change).value]));
}

/** Returns the value to store; undefined if the stored one stays. */
function checkOne(change: OptionChange, actor: OptionActor): string | undefined {
  const { key, value, clears = false } = change;
  const definition = requireOption(key);
  if (!mayWriteOption(actor.role, definition))
    throw new AppError('option_requires_super_admin', { key }, { field: key });
  if (definition.secret && value.trim() === '' && !clears) return undefined;
  return checkText(change).value;
}

function requireOption(key: string): OptionDefinition {
  const definition = findOption(key);
  if (!definition) throw new AppError('option_unknown', { key }, { field: key });
  return definition;
}

function checkText({ key, value }: OptionChange): { value: string } {
  const result = requireOption(key).check(value);
  if (!result.ok) throw new AppError(result.code, { key, ...result.params }, { field: key });
  return result;
}

/**
 * Prevents anybody from learning a secret by pointing its address at their own server. An empty address is
 * safe.
 */
function checkDestinations(
  changes: readonly OptionChange[],
  current: OptionValues,
  next: OptionValues,
): void {
  const typed = new Set(changes.filter(({ value }) => value.trim() !== '').map(({ key }) => key));
  const [key] = secretsToReenter({
    before: (optionKey) => current.get(optionKey) ?? '',
    after: (optionKey) => next.get(optionKey) ?? '',
    isStored: (optionKey) => current.get(optionKey) !== '',
    isTyped: (optionKey) => typed.has(optionKey),
  });
  if (key !== undefined)
    throw new AppError('option_secret_again', { secret: optionNames(key) }, { field: key });
}

/**
 * Checks that an enabled switch has everything it requires, if one of these keys changes. Values from before
 * such a rule may stay until then.
 */
function checkRequired(changed: readonly CheckedChange[], next: OptionValues): void {
  const touched = new Set(changed.map(({ key }) => key));
  for (const { key, requires } of optionRegistry) {
    if (!requires || requires.meanwhile === 'idle' || next.get(key) !== 'true') continue;
    const keys = requires.keys.flat();
    if (![key, ...keys].some((requirement) => touched.has(requirement))) continue;
    const isSet = (requirement: string) => isOptionSet(next.get(requirement) ?? '');
    const missing = missingRequirements(requires, isSet);
    if (missing.length === 0) continue;
    const clearedKey = touched.has(key)
      ? undefined
      : keys.find((requirement) => touched.has(requirement) && !isSet(requirement));
    throw refusalOf({ key, name: requires.name, missing, clearedKey });
  }
}

/** Reports the error at the switch being turned on, or else at the option `clearedKey` of an enabled one. */
function refusalOf(refused: {
  key: string;
  name: string | undefined;
  missing: readonly string[];
  clearedKey: string | undefined;
}): AppError {
  const { key, name, missing, clearedKey } = refused;
  const details = { field: clearedKey ?? key, missing };
  const missingNames = optionNames(...missing);
  if (name !== undefined)
    return new AppError('option_incomplete', { key, name, missing: missingNames }, details);
  return new AppError(
    clearedKey === undefined ? 'option_needs_others' : 'option_needed_by',
    { name: optionNames(key), missing: missingNames },
    details,
  );
}
