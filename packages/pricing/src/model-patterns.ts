/**
 * What holds for a model in a map whose keys are names or, with a star at the end, beginnings of
 * names: members of a longer key replace those of a shorter one, a full name goes before all.
 * Undefined where no key fits.
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
