import { loadEnglish, loadPageTexts, zh } from '@tollgate/i18n';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export type Language = 'zh' | 'en';
const KEY = 'language';

export function storedLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh';
}

/** Switches the language of the page, without a reload, and keeps the choice. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  await addEnglish(language);
  await i18next.changeLanguage(language);
}

/** Fetches the English texts the first time that they are wanted. */
async function addEnglish(language: Language): Promise<void> {
  if (language !== 'en' || hasAreas('en')) return;
  i18next.addResourceBundle('en', 'translation', await loadEnglish());
}

/** Whether the texts of all areas are there; pages may have added their own before. */
const hasAreas = (language: Language) =>
  i18next.getResource(language, 'translation', 'shell') !== undefined;

/** Adds the texts of a page that brings its own, in both languages. */
export async function addPageTexts(page: keyof typeof loadPageTexts): Promise<void> {
  for (const [language, areas] of Object.entries(await loadPageTexts[page]()))
    i18next.addResourceBundle(language, 'translation', areas);
}

/** Starts the texts: Chinese is the default and the fallback. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: storedLanguage(),
    fallbackLng: 'zh',
    resources: { zh: { translation: zh } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await addEnglish(storedLanguage());
}
