import type { ComponentType } from 'react';
import type { Page } from './page-entry.ts';

type PageModule = Readonly<Record<string, ComponentType>>;

const modules: Readonly<Record<string, () => Promise<PageModule>>> = {
  ...import.meta.glob<PageModule>([
    './*/*page.tsx',
    '!./gallery/page.tsx',
    // Part of the router: shown when no page fits.
    '!./not-found/page.tsx',
  ]),
  ...(import.meta.env.DEV ? import.meta.glob<PageModule>('./gallery/page.tsx') : {}),
};

/** Loads a page's component: the only export of its file. Rejects while the file can't be fetched. */
export async function loadPageComponent({
  file,
}: Pick<Page, 'file'>): Promise<{ default: ComponentType }> {
  const load = modules[`./${file}`];
  if (!load) throw new Error(`There is no page in ${file}.`);
  const [component] = Object.values(await load());
  if (!component) throw new Error(`${file} exports no component.`);
  return { default: component };
}
