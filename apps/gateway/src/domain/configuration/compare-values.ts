import type { ConfigurationField } from '@tollgate/contract';
import { isObject } from '../../platform/lenient-json.ts';
import { MASK } from '../audit/mask-secrets.ts';
import { canonicalJson } from './canonical-json.ts';

type Json = NonNullable<ConfigurationField['from']> | null;

/**
 * Returns the differences between two values, one field per leaf: objects are compared by member, arrays as a
 * whole. `isSecret` is called with the path of each leaf.
 */
export function compareValues(
  from: unknown,
  to: unknown,
  isSecret: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): ConfigurationField[] {
  if (canonicalJson(from) === canonicalJson(to)) return [];
  if ((isObject(from) || isObject(to)) && isEmptyOrMembers(from) && isEmptyOrMembers(to)) {
    const [left, right] = [from ?? {}, to ?? {}];
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) =>
      compareValues(left[name], right[name], isSecret, [...path, name]),
    );
  }
  const masked = (value: unknown) => (isSecret(path) && value !== '' ? MASK : (value as Json));
  return [
    {
      path: path.join('.'),
      ...(from === undefined ? {} : { from: masked(from) }),
      ...(to === undefined ? {} : { to: masked(to) }),
    },
  ];
}

const isEmptyOrMembers = (value: unknown): value is Record<string, unknown> | undefined =>
  value === undefined || isObject(value);
