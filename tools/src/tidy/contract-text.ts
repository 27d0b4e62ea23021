/** The texts of one language in the i18n package: areas, then keys. */
export type TextTree = { readonly [key: string]: string | TextTree };

export interface Wanted {
  /** Each needs a text under `errors.<code>`. */
  errorCodes: readonly string[];
  /** Each needs a text, or a group of texts, under `options.<key>`. */
  optionKeys: readonly string[];
}

/** Returns the keys that a language lacks, as `zh: errors.forbidden`. */
export function findMissingTexts(
  { errorCodes, optionKeys }: Wanted,
  languages: Readonly<Record<string, TextTree>>,
): string[] {
  const expected = [
    ...errorCodes.map((code) => ['errors', code] as const),
    ...optionKeys.map((key) => ['options', key] as const),
  ];
  return Object.entries(languages).flatMap(([language, tree]) =>
    expected
      .filter(([area, key]) => !hasText(tree[area], key))
      .map(([area, key]) => `${language}: ${area}.${key}`),
  );
}

function hasText(area: string | TextTree | undefined, key: string): boolean {
  if (typeof area !== 'object' || !Object.hasOwn(area, key)) return false;
  return !isEmpty(area[key]);
}

function isEmpty(text: string | TextTree | undefined): boolean {
  if (typeof text === 'string') return text.trim() === '';
  return text === undefined || Object.values(text).every(isEmpty);
}
