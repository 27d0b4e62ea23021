import i18next, { type i18n, type TFunction } from 'i18next';
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { makeQuickTexts } from './quick-texts.ts';

interface Texts {
  /** Another function after each change of the language. */
  t: TFunction;
  i18n: i18n;
}

const TextsContext = createContext<Texts>({
  t: ((...input: Parameters<TFunction>) => i18next.t(...input)) as TFunction,
  i18n: i18next,
});

/**
 * The texts in the language of the page, for all that is in it. One subscription serves everybody:
 * the hook of react-i18next makes one for each use, and a list has thousands of cells.
 */
export function TextsProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, () => i18next.language);
  const texts = useMemo(
    () => ({ t: makeQuickTexts(i18next, language), i18n: i18next }),
    [language],
  );
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** The texts; what uses them is drawn anew in another language. */
export const useTranslation = (): Texts => use(TextsContext);

function onLanguageChange(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}
