import { manualSlugs } from './doc-pages.ts';
import { manualFiles } from './manual-files.ts';
import type { DocImages } from './parse-doc.ts';

/** Loads a page of the manual as Markdown, with its screenshots. Throws if there is no such page. */
export async function loadManualPage(
  language: 'en' | 'zh',
  slug: string,
): Promise<{ text: string; screenshots: DocImages }> {
  const text = await loadText(language, slug);
  if (!text.includes('/images/manual/')) return { text, screenshots: {} };
  const { screenshots } = await import('virtual:manual-screenshots');
  return { text, screenshots };
}

async function loadText(language: 'en' | 'zh', slug: string): Promise<string> {
  const load = Object.entries(manualFiles).find(([path]) =>
    path.endsWith(`/${language}/${slug}.md`),
  )?.[1];
  if (!load) throw new Error(`The manual has no page ${slug}`);
  return load();
}

/** Loads the whole manual, for the search. */
export async function loadManual(language: 'en' | 'zh'): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(
      manualSlugs.map(async (slug): Promise<[string, string]> => [
        slug,
        await loadText(language, slug),
      ]),
    ),
  );
}
