import { texts } from '@tollgate/i18n';
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
  await i18next.changeLanguage(language);
}

/** Starts the texts: Chinese is the default and the fallback. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: storedLanguage(),
    fallbackLng: 'zh',
    resources: { zh: { translation: texts.zh }, en: { translation: texts.en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
