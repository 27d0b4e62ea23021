import i18next, { type i18n, type TFunction } from 'i18next';
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { makeQuickTexts } from './quick-texts.ts';

interface Texts {
  /** A new function after each change of the language. */
  t: TFunction;
  i18n: i18n;
}

const TextsContext = createContext<Texts>({
  t: ((...input: Parameters<TFunction>) => i18next.t(...input)) as TFunction,
  i18n: i18next,
});

/**
 * Provides the texts in the page's language. All components share one subscription: the hook of react-i18next
 * creates one per use, and a list has thousands of cells.
 */
export function TextsProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, () => i18next.language);
  const texts = useMemo(
    () => ({ t: makeQuickTexts(i18next, language), i18n: i18next }),
    [language],
  );
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** Returns the texts; re-renders when the language changes. */
export const useTranslation = (): Texts => use(TextsContext);

function onLanguageChange(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}
