import { useEffect } from 'react';
import { useTranslation } from '../texts.tsx';
import type { Page } from '../pages/index.ts';
import { useSiteName } from '../status.ts';

/** Sets the window's title and returns it: first the page, then the site's name. */
export function usePageTitle(page: Page | undefined): string {
  const { t } = useTranslation();
  const site = useSiteName();
  const title = `${t(`shell.pages.${page?.title ?? 'notFound'}`)} · ${site}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
