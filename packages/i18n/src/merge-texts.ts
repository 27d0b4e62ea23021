interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Merges further texts into texts, at any depth. Where both have a text, `more` wins. */
export function mergeTexts<Texts extends object, More extends object>(
  texts: Texts,
  more: More,
): Texts & More {
  const merged = new Map(Object.entries(texts as TextTree));
  for (const [key, value] of Object.entries(more as TextTree)) {
    const known = merged.get(key);
    const isTree = typeof known === 'object' && typeof value === 'object';
    merged.set(key, isTree ? mergeTexts(known, value) : value);
  }
  return Object.fromEntries(merged) as Texts & More;
}
