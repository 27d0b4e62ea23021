import { Anchor, Button, Drawer, Group, Loader, NavLink } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { overrideSearch } from '../../app-shell/open-palette.ts';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { pages } from '../index.ts';
import { NotFoundPage } from '../not-found/page.tsx';
import { subjectId, useOperations } from './api-reference.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { FIRST_DOC } from './doc-pages.ts';
import { DocView } from './doc-view.tsx';
import { DocsSearch } from './docs-search.tsx';
import { type Doc, fillDoc } from './parse-doc.ts';
import { useChoices } from './use-choices.ts';
import { useDocs } from './use-docs.ts';
import './docs.css';

/**
 * The docs: for callers, the management API and, for operators, the manual. One Markdown file per page and
 * language.
 */
export function DocsPage() {
  const { t } = useTranslation();
  const { slug = FIRST_DOC } = useParams({ strict: false }) as { slug?: string };
  const choices = useChoices();
  const isMobile = useIsMobile();
  const [nav, { open: openNav, close: closeNav }] = useDisclosure(false);
  const [search, { open: openSearch, close: closeSearch }] = useDisclosure(false);
  useHotkeys([['/', openSearch]]);
  useEffect(() => overrideSearch(openSearch), [openSearch]);
  const listed = useDocs(slug, search);
  const { doc } = listed;
  useScrolledAnchor(doc);
  if (!listed.slugs.includes(slug)) return <NotFoundPage />;
  if (!doc) return <Loader role="status" aria-label={t('docs.loading')} />;
  const navigation = <Navigation {...listed} slug={slug} close={closeNav} />;
  return (
    <div className="docs">
      {isMobile ? (
        <Drawer
          opened={nav}
          onClose={closeNav}
          title={t('docs.contents')}
          closeButtonProps={{ 'aria-label': t('ui.close') }}
        >
          {navigation}
        </Drawer>
      ) : (
        <nav className="docs-nav" aria-label={t('docs.contents')}>
          {navigation}
        </nav>
      )}
      <article className="docs-page">
        <div className="docs-head">
          <h1>{doc.title}</h1>
          <Group gap="xs" className="docs-tools">
            {isMobile ? (
              <Button variant="default" leftSection={<IconMenu2 size={16} />} onClick={openNav}>
                {t('docs.contents')}
              </Button>
            ) : null}
            <Button variant="default" leftSection={<IconSearch size={16} />} onClick={openSearch}>
              {t('docs.search')}
            </Button>
            <Button
              visibleFrom="sm"
              variant="default"
              leftSection={<IconCopy size={16} />}
              onClick={() =>
                void copyText(
                  fillDoc(listed.text ?? '', {
                    ...choices.ofKinds,
                    site: choices.site,
                    model: choices.model,
                    key: 'sk-…',
                  }),
                  t('docs.copied'),
                )
              }
            >
              {t('docs.copyMarkdown')}
            </Button>
          </Group>
        </div>
        {usesChoices(doc) ? <ChoiceBar {...choices} /> : null}
        <DocView key={slug} doc={doc} choices={choices} />
        <Neighbours {...listed} slug={slug} />
      </article>
      <OnThisPage doc={doc} withApi={slug === 'api'} />
      {search ? <DocsSearch docs={listed.searched} close={closeSearch} /> : null}
    </div>
  );
}

/** Whether a page has anything to fill the choices in: the manual and the references have not. */
const usesChoices = ({ blocks }: Doc): boolean =>
  blocks.some(
    (block) =>
      block.kind === 'last-call' ||
      (block.kind === 'code' && block.samples.some(({ code }) => code.includes('{{'))),
  );

/** Scrolls to the anchor in the URL once it is rendered. */
function useScrolledAnchor(doc: Doc | undefined): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!doc) return;
    const target = hash === '' ? undefined : document.getElementById(hash.replace('#', ''));
    if (target instanceof HTMLDetailsElement) target.open = true;
    if (target) target.scrollIntoView();
    else if (hash === '') window.scrollTo(0, 0);
  }, [doc, hash]);
}

type Listed = Pick<ReturnType<typeof useDocs>, 'sections' | 'slugs' | 'titleOf'> & { slug: string };

function Navigation({ sections, titleOf, slug, close }: Listed & { close: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    document
      .querySelector(`.docs-section a[href$="/${slug}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [slug]);
  return sections.map(({ id, slugs }) => (
    <div key={id} className="docs-section">
      <div className="docs-section-title">{t(`docs.sections.${id}`)}</div>
      {slugs.map((name) => (
        <NavLink
          key={name}
          component={Link}
          to={pages.docsPage.path}
          params={{ slug: name } as never}
          label={titleOf(name)}
          active={name === slug}
          {...(name === slug ? { 'aria-current': 'page' } : {})}
          onClick={close}
        />
      ))}
    </div>
  ));
}

function OnThisPage({ doc, withApi }: { doc: Doc; withApi: boolean }) {
  const { t } = useTranslation();
  const { data: groups } = useOperations(withApi);
  const further = withApi
    ? (groups ?? []).map(({ name, title }) => ({ id: subjectId(name), text: title }))
    : [];
  return (
    <aside className="docs-aside" aria-label={t('docs.onThisPage')}>
      <div className="docs-section-title">{t('docs.onThisPage')}</div>
      {[...doc.headings, ...further].map(({ id, text }) => (
        <Anchor key={id} href={`#${id}`} c="dimmed" size="sm" display="block" py={4}>
          {text}
        </Anchor>
      ))}
    </aside>
  );
}

function Neighbours({ slugs, titleOf, slug }: Listed) {
  const { t } = useTranslation();
  const at = slugs.indexOf(slug);
  const [before, after] = [slugs[at - 1], slugs[at + 1]];
  return (
    <Group justify="space-between" className="docs-neighbours" aria-label={t('docs.neighbours')}>
      {before === undefined ? (
        <span />
      ) : (
        <Anchor component={Link} to={pages.docsPage.path} params={{ slug: before } as never}>
          <IconArrowLeft size={14} aria-hidden /> {titleOf(before)}
        </Anchor>
      )}
      {after === undefined ? null : (
        <Anchor component={Link} to={pages.docsPage.path} params={{ slug: after } as never}>
          {titleOf(after)} <IconArrowRight size={14} aria-hidden />
        </Anchor>
      )}
    </Group>
  );
}
