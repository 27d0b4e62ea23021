import { type Area, frameTexts, loadArea, loadEnglishFrame } from '@tollgate/i18n';
import i18next from 'i18next';
import { keepItem } from './keep-item.ts';
import { takePreloadedTexts } from './preloaded-responses.ts';

export type Language = 'zh' | 'en';
const KEY = 'language';
/** Text areas of the pages opened so far, in any language. */
const usedAreas = new Set<Area>();

/** The language in which the next load of the document starts. */
function storedLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh';
}

/** The language of this page, which stays the same if another tab chooses a different one. */
export function pageLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

/** The language chosen last, whose texts may still be on their way. */
let chosen: Language | undefined;

/** Switches the language of the page without a reload, and stores the choice. The last choice wins. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  keepItem(KEY, language);
  await fetchTexts(language);
  if (chosen !== language) return;
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  await i18next.changeLanguage(language);
}

/** Fetches the texts of a page, once. */
export async function addTexts(areas: readonly Area[]): Promise<void> {
  for (const area of areas) usedAreas.add(area);
  const languages = new Set([pageLanguage(), chosen ?? pageLanguage()]);
  await Promise.all([...languages].map(fetchTexts));
}

/** Both languages have the same texts (texts.test), so only those of the current one are fetched. */
async function fetchTexts(language: Language): Promise<void> {
  const missing = [...usedAreas].filter((area) => !has(language, area));
  await Promise.all([
    addEnglishFrame(language),
    ...missing.map(async (area) => {
      const { default: texts } = await loadArea[area][language]();
      i18next.addResourceBundle(language, 'translation', { [area]: texts });
    }),
  ]);
}

async function addEnglishFrame(language: Language): Promise<void> {
  if (language !== 'en' || has('en', 'shell')) return;
  i18next.addResourceBundle('en', 'translation', await loadEnglishFrame());
}

const has = (language: Language, area: string) =>
  i18next.getResource(language, 'translation', area) !== undefined;

/** Initializes the texts: Chinese is the default and the fallback. */
export async function startTexts(): Promise<void> {
  await i18next.init({
    lng: storedLanguage(),
    fallbackLng: 'zh',
    resources: { zh: { translation: frameTexts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const delivered = await takePreloadedTexts();
  if (delivered) i18next.addResourceBundle(pageLanguage(), 'translation', delivered, true, true);
  await addEnglishFrame(pageLanguage());
}
