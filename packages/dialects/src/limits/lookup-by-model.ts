import { plainModelName } from './plain-model-name.ts';

/** Figures by plain model name: the first matching pattern counts. */
export type FiguresByModel = readonly (readonly [RegExp, number])[];

const NAMES_MAX = 1000;
const NAME_LENGTH_MAX = 200;
const NONE = -1;

/**
 * Creates a lookup in a list of figures (0 or more), which returns undefined for models without a matching
 * pattern. Results are cached by name, as every call needs them several times.
 */
export function createLookupByModel(
  figures: FiguresByModel,
): (model: string) => number | undefined {
  const known = new Map<string, number>();
  return (model) => {
    let figure = known.get(model);
    if (figure === undefined) {
      const name = plainModelName(model);
      figure = figures.find(([pattern]) => pattern.test(name))?.[1] ?? NONE;
      if (known.size >= NAMES_MAX) known.clear();
      if (model.length <= NAME_LENGTH_MAX) known.set(model, figure);
    }
    return figure === NONE ? undefined : figure;
  };
}
