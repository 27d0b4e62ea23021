/**
 * Merges the entries for a model in a map keyed by names or, ending in a star, by prefixes: members of a
 * longer key override those of a shorter one, and a full name overrides all. Returns undefined if no key
 * matches.
 */
export function matchModel<Value>(
  map: ReadonlyMap<string, ReadonlyMap<string, Value>>,
  model: string,
): ReadonlyMap<string, Value> | undefined {
  const fitting = [...map.keys()]
    .filter((key) => key === model || (key.endsWith('*') && model.startsWith(key.slice(0, -1))))
    .toSorted((left, right) => rank(left, model) - rank(right, model));
  if (fitting.length === 0) return undefined;
  return new Map(fitting.flatMap((key) => [...(map.get(key) ?? [])]));
}

const rank = (key: string, model: string) => (key === model ? Infinity : key.length);
