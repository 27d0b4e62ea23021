import { useEffect } from 'react';
import { useTranslation } from '../texts.tsx';
import type { Page } from '../pages/index.ts';
import { useSiteName } from '../status.ts';

/** Keeps the title of the window, and answers it: the page first, then the name of the site. */
export function usePageTitle(page: Page | undefined): string {
  const { t } = useTranslation();
  const site = useSiteName();
  const title = `${t(`shell.pages.${page?.title ?? 'notFound'}`)} · ${site}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
