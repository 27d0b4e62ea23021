import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../pages/index.ts';
import { useStatus } from '../status.ts';

const PRODUCT = 'Tollgate';

/** Keeps the title of the window, and answers it: the page first, then the name of the site. */
export function usePageTitle(page: Page | undefined): string {
  const { t } = useTranslation();
  const status = useStatus();
  const site = status.data?.system_name || localStorage.getItem('system_name') || PRODUCT;
  const title = `${t(`shell.pages.${page?.title ?? 'notFound'}`)} · ${site}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
