import type { i18n, TFunction } from 'i18next';

/** Options that say more than what to put into a text. */
const SPECIAL = new Set([
  'context',
  'count',
  'defaultValue',
  'fallbackLng',
  'interpolation',
  'joinArrays',
  'keySeparator',
  'lng',
  'lngs',
  'ns',
  'nsSeparator',
  'ordinal',
  'postProcess',
  'replace',
  'returnDetails',
  'returnObjects',
]);
/** What only i18next can read: texts inside texts, formats, paths of values. */
const DIFFICULT = /\$t\(|\{\{(?!\w+\}\})/;
const VALUE = /\{\{(\w+)\}\}/;

/**
 * The texts of a language as i18next has them, many times faster for plain texts and for those with
 * plain values: a list asks for thousands. All else (numbers that count, contexts) i18next answers.
 */
export function makeQuickTexts(texts: i18n, language: string): TFunction {
  const slow = texts.getFixedT(language) as unknown as (...input: unknown[]) => unknown;
  /** Texts in turn with the names of values, by key. */
  const known = new Map<string, readonly string[]>();
  const learn = (key: string): readonly string[] | undefined => {
    const text: unknown = texts.getResource(language, 'translation', key);
    if (typeof text !== 'string' || DIFFICULT.test(text)) return undefined;
    const parts = text.split(VALUE);
    known.set(key, parts);
    return parts;
  };
  const quick = (...input: unknown[]): unknown => {
    const [key, options] = input;
    if (typeof key !== 'string' || input.length > 2) return slow(...input);
    const parts = known.get(key) ?? learn(key);
    return (parts && fill(parts, options)) ?? slow(...input);
  };
  return quick as unknown as TFunction;
}

/** The text with its values; undefined where that is not all that is wanted. */
function fill(parts: readonly string[], options: unknown): string | undefined {
  if (options === undefined) return parts.length === 1 ? parts[0] : undefined;
  if (typeof options !== 'object' || options === null) return undefined;
  for (const name in options) if (SPECIAL.has(name)) return undefined;
  let text = '';
  for (const [index, part] of parts.entries()) {
    const value: unknown = index % 2 === 0 ? part : options[part as keyof typeof options];
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    text += value;
  }
  return text;
}
