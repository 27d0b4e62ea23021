/**
 * Looks up a name that a client or an upstream chose in a table of ours: `constructor` and `__proto__` are
 * not in it, although every object has them.
 */
export function ownValue<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
