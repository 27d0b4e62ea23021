import type { i18n, TFunction } from 'i18next';

/** Options that do more than fill in a value. */
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
/** Syntax that needs i18next: nested texts, formats, paths of values. */
const DIFFICULT = /\$t\(|\{\{(?!\w+\}\})/;
const VALUE = /\{\{(\w+)\}\}/;

/**
 * Returns a text function that is equivalent to i18next's, but many times faster for texts without or with
 * plain values: a list needs thousands. Everything else (plurals, contexts) is passed to i18next.
 */
export function makeQuickTexts(texts: i18n, language: string): TFunction {
  const slow = texts.getFixedT(language) as unknown as (...input: unknown[]) => unknown;
  /** Alternating text and placeholder names, by key. */
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

/** Fills in the values; undefined if the options need i18next. */
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
