import MiniSearch from 'minisearch';
import type { ErrorEntry } from './error-entries.ts';
import type { Doc } from './parse-doc.ts';

export interface Found {
  slug: string;
  /** Id of the heading; empty for the top of the page. */
  anchor: string;
  heading: string;
  page: string;
}

interface Entry extends Found {
  id: string;
  words: string;
}

/** Splits text into search terms: Latin words whole, Chinese into pairs of characters. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9_.-]+|\p{Script=Han}+/gu)) {
    if (!/\p{Script=Han}/u.test(word)) {
      words.push(word, ...(word.includes('_') ? word.split('_') : []));
      continue;
    }
    const signs = [...word];
    words.push(...signs.map((sign, at) => sign + (signs[at + 1] ?? '')));
  }
  return words;
}

/** Creates a search over pages and further entries, best match first. */
export function createDocSearch(
  docs: ReadonlyMap<string, Doc>,
  further: readonly (Found & { words: string })[] = [],
): (query: string) => Found[] {
  const index = new MiniSearch<Entry>({
    fields: ['heading', 'page', 'words'],
    storeFields: ['slug', 'anchor', 'heading', 'page'],
    tokenize: searchWords,
    processTerm: (term) => term,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  const parts = [...docs].flatMap(([slug, { title, parts: all }]) =>
    all.map(({ id, text, words }) => ({
      slug,
      anchor: id,
      heading: text,
      page: title,
      words,
    })),
  );
  index.addAll([...parts, ...further].map((part, id) => ({ ...part, id: String(id) })));
  return (query) =>
    index
      .search(query)
      .slice(0, RESULTS_MAX)
      .map((result) => {
        const { slug, anchor, heading, page } = result as unknown as Found;
        return { slug, anchor, heading, page };
      });
}

const RESULTS_MAX = 20;

/** Returns the errors as search entries, one per status and code. */
export function searchableErrors(
  errors: readonly ErrorEntry[],
): readonly (Found & { words: string })[] {
  const byCode = new Map<string, ErrorEntry[]>();
  for (const entry of errors) {
    const name = `${entry.status} ${entry.wire}`;
    byCode.set(name, [...(byCode.get(name) ?? []), entry]);
  }
  return [...byCode].map(([heading, entries]) => ({
    slug: 'errors',
    anchor: entries[0]?.anchor ?? '',
    heading,
    page: entries[0]?.message ?? '',
    words: entries.map(({ message, advice }) => `${message} ${advice}`).join(' '),
  }));
}
