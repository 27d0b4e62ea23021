import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { docSections, docSlugs, isManualSlug, manualSections, manualSlugs } from './doc-pages.ts';
import { loadDocs } from './load-docs.ts';
import { loadManual, loadManualPage } from './load-manual.ts';
import { type Doc, parseDoc } from './parse-doc.ts';

const NONE: ReadonlyMap<string, string> = new Map();
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/**
 * Loads the docs in the console's language. The manual is for operators: it is listed for administrators and
 * on its own pages, and fetched page by page, or as a whole for a search.
 */
export function useDocs(slug: string, searching: boolean) {
  const { t, i18n } = useTranslation();
  const user = useStoredUser();
  const language = i18n.language.startsWith('en') ? 'en' : 'zh';
  const inManual = isManualSlug(slug);
  const withManual = inManual || isAdmin(user);
  const texts = useQuery({
    ...FOREVER,
    queryKey: ['docs', language],
    queryFn: () => loadDocs(language),
  });
  const page = useQuery({
    ...FOREVER,
    queryKey: ['manual', language, slug],
    enabled: inManual,
    queryFn: () => loadManualPage(language, slug),
  });
  const manual = useQuery({
    ...FOREVER,
    queryKey: ['manual', language],
    enabled: searching && withManual,
    queryFn: () => loadManual(language),
  });
  const docs = useMemo(() => parseAll(texts.data ?? NONE), [texts.data]);
  const manualDocs = useMemo(() => parseAll(manual.data ?? NONE), [manual.data]);
  const text = inManual ? page.data?.text : texts.data?.get(slug);
  const screenshots = page.data?.screenshots;
  return {
    text,
    doc: useMemo(
      () => (text === undefined ? undefined : parseDoc(text, screenshots)),
      [text, screenshots],
    ),
    inManual,
    sections: withManual ? [...docSections, ...manualSections] : docSections,
    slugs: withManual ? [...docSlugs, ...manualSlugs] : docSlugs,
    /** The pages to search. */
    searched: useMemo(() => new Map([...docs, ...manualDocs]), [docs, manualDocs]),
    titleOf: (name: string) =>
      isManualSlug(name) ? t(`docs.manual.${name}`) : (docs.get(name)?.title ?? name),
  };
}

const parseAll = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, Doc> =>
  new Map([...texts].map(([name, text]) => [name, parseDoc(text)]));
