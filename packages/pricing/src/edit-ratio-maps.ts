import type { PriceOptions } from './price-book.ts';

/** The price options that make up the prices of models. */
export type RatioMaps = Readonly<
  Required<
    Pick<
      PriceOptions,
      | 'modelRatio'
      | 'completionRatio'
      | 'cacheRatio'
      | 'cacheWriteRatio'
      | 'audioRatio'
      | 'audioCompletionRatio'
      | 'imageRatio'
      | 'modelPrice'
      | 'priceTiers'
    >
  >
>;

/** A model's entry in each of the maps; absent ones are removed. */
export type ModelRatios = { [Name in keyof RatioMaps]?: RatioMaps[Name][string] | undefined };

/** Changes many models, copying each map once and only if something in it changes. */
export interface RatioEditor {
  /** Replaces a model's ratios. */
  put(model: string, ratios: ModelRatios): void;
  /** Returns the maps after all changes; if nothing changed, the same object as before. */
  result(): RatioMaps;
}

/** Creates an editor for maps, which are not modified themselves. */
export function editRatioMaps(maps: RatioMaps): RatioEditor {
  const copies = new Map<keyof RatioMaps, Map<string, unknown>>();
  const names = Object.keys(maps) as (keyof RatioMaps)[];
  const copyOf = (name: keyof RatioMaps) => {
    const copy = copies.get(name) ?? new Map<string, unknown>(Object.entries(maps[name]));
    copies.set(name, copy);
    return copy;
  };
  const has = (name: keyof RatioMaps, model: string) =>
    copies.get(name)?.has(model) ?? Object.hasOwn(maps[name], model);
  return {
    put(model, ratios) {
      for (const name of names) {
        const value = ratios[name];
        if (value !== undefined) copyOf(name).set(model, value);
        else if (has(name, model)) copyOf(name).delete(model);
      }
    },
    result: () =>
      Object.fromEntries(
        names.map((name) => {
          const copy = copies.get(name);
          return [name, copy ? Object.fromEntries(copy) : maps[name]];
        }),
      ) as unknown as RatioMaps,
  };
}

/** Returns a model's entry in each of the maps. */
export function ratiosOf(maps: RatioMaps, model: string): ModelRatios {
  const all = Object.entries(maps) as [string, Readonly<Record<string, unknown>>][];
  return Object.fromEntries(
    all.flatMap(([name, map]) => (Object.hasOwn(map, model) ? [[name, map[model]]] : [])),
  );
}
