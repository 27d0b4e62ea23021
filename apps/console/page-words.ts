import { readFileSync } from 'node:fs';

/** The title of a page and the line below it. */
interface Words {
  title: string;
  note?: string;
}
export type PageWords = Record<'zh' | 'en', Words>;

/** What a page says on top, by its title in the table of pages and its first area of texts. */
export function readPageWords(title: string, area: string | undefined): PageWords {
  return { zh: readWords('zh', title, area), en: readWords('en', title, area) };
}

function readWords(language: 'zh' | 'en', title: string, area: string | undefined): Words {
  const { pages } = readTexts(language, 'shell') as { pages: Record<string, string> };
  const own = area === undefined ? {} : readTexts(language, area);
  // Texts with a place for a value are not said before the value is known.
  const said = (text: unknown) =>
    typeof text === 'string' && !text.includes('{{') ? text : undefined;
  const note = said(own.note);
  return { title: said(own.title) ?? pages[title] ?? '', ...(note ? { note } : {}) };
}

/** A catalogue of texts, as its file has it. */
export function readTexts(language: string, area: string): Record<string, unknown> {
  const path = new URL(`../../packages/i18n/src/${language}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
