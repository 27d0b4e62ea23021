import { gallery } from './gallery/entry.ts';
import { operatePages } from './operate-pages.ts';
import type { Page } from './page-entry.ts';
import { usePages } from './use-pages.ts';

export type { Feature, NavGroup, Page, PageAccess } from './page-entry.ts';
export { CONSOLE_PATH, DOCS_PATH } from './paths.ts';

/** Every page of the console: routes, sidebar, titles, guards and the command palette derive from it. */
export const pages = { ...usePages, ...operatePages } as const;

/** Old paths and the page that each redirects to. */
export const redirects: Readonly<Record<string, string>> = {
  '/chat': pages.home.path,
  '/chat/$id': pages.home.path,
};

export const allPages: readonly Page[] = [
  ...Object.values(pages),
  ...(import.meta.env.DEV ? [gallery] : []),
];
