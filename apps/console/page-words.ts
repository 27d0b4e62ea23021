import { readFileSync } from 'node:fs';

/** The frame around a page before its scripts run; `none` shows nothing, not even the page's title. */
export type BootFrame = 'console' | 'open' | 'home' | 'door' | 'none';

/** The title of a page and the line below it; next to a login or registration form, the site's promise. */
interface Words {
  /** `{{name}}` stands for the name of the site. */
  title?: string;
  note?: string;
  aside?: { title: string; note: string };
}
export type PageWords = Record<'zh' | 'en', Words>;

/** Returns the first texts of a page, by its title in the table of pages and its first area of texts. */
export function readPageWords(
  title: string,
  area: string | undefined,
  frame: BootFrame,
): PageWords {
  const isShared = area !== undefined && area !== title && !isTitled(title, area);
  const read = (language: 'zh' | 'en') => {
    const own =
      area === undefined || (isShared && frame === 'console') ? {} : readTexts(language, area);
    const shell = readTexts(language, 'shell') as unknown as ShellTexts;
    if (frame === 'home') return { title: String(own.lead), note: String(own.text) };
    if (frame === 'door') return doorWords(title, own, shell);
    return plainWords(title, own, shell);
  };
  return { zh: read('zh'), en: read('en') };
}

/** Whether the texts of an area belong to this page, not to another that shares them. */
function isTitled(title: string, area: string): boolean {
  const { pages } = readTexts('en', 'shell') as unknown as ShellTexts;
  return readTexts('en', area).title === pages[title];
}

interface ShellTexts {
  pages: Record<string, string>;
  receipt: { title: string; text: string };
}

function plainWords(title: string, own: Record<string, unknown>, { pages }: ShellTexts): Words {
  // Texts with a placeholder are not shown before its value is known.
  const said = (text: unknown) =>
    typeof text === 'string' && !text.includes('{{') ? text : undefined;
  const note = said(own.note);
  return { title: said(own.title) ?? pages[title] ?? '', ...(note ? { note } : {}) };
}

/** Only the login page has a title in its own area: the other door pages share its texts. */
function doorWords(title: string, own: Record<string, unknown>, { receipt }: ShellTexts): Words {
  return {
    ...(title === 'login' ? { title: String(own.title) } : {}),
    aside: { title: receipt.title, note: receipt.text },
  };
}

/** Returns a catalog of texts as its file contains it. */
export function readTexts(language: string, area: string): Record<string, unknown> {
  const path = new URL(`../../packages/i18n/src/${language}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
