import { OPENAPI_PATH } from '@tollgate/contract';
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CodeTabs } from '../../ui/content/code-tabs.tsx';
import { pages } from '../index.ts';
import type { PlaygroundTab } from '../playground/query.ts';
import { ApiReference } from './api-reference.tsx';
import { ErrorsTable } from './errors-table.tsx';
import { LastCall } from './last-call.tsx';
import { type Doc, type DocBlock, fillDoc } from './parse-doc.ts';
import { playgroundTabOf } from './playground-tab-of.ts';
import type { useChoices } from './use-choices.ts';

export type DocChoices = Pick<
  ReturnType<typeof useChoices>,
  'site' | 'model' | 'ofKinds' | 'ownKeys' | 'keyInCode'
>;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A page of the docs, with the user's choices filled in. */
export function DocView({ doc, choices }: { doc: Doc; choices: DocChoices }) {
  const follow = useFollowedLinks();
  return (
    // Links work without this; it only avoids reloading the whole console.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="rich-text docs-text" onClick={follow}>
      {doc.blocks.map((block, index) => (
        // The order of a page's blocks never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} choices={choices} />
      ))}
    </div>
  );
}

function Block({ block, choices }: { block: DocBlock; choices: DocChoices }) {
  const { site, model, ofKinds, ownKeys, keyInCode } = choices;
  switch (block.kind) {
    case 'html': {
      const html = fillDoc(block.html, {
        ...ofKinds,
        site: escapeHtml(site),
        model: escapeHtml(model),
        key: '',
      });
      // Trusted HTML, generated from our own Markdown.
      // oxlint-disable-next-line react/no-danger
      return <div dangerouslySetInnerHTML={{ __html: html }} />;
    }
    case 'code': {
      const withKey = block.samples.some(({ code }) => code.includes('{{key}}'));
      const tab = playgroundTabOf(block.samples[0]?.code ?? '');
      return (
        <CodeTabs
          {...keyInCode}
          withKey={withKey}
          samplesWith={(secret) =>
            block.samples.map(({ name, language, code }) => ({
              name,
              language,
              code: fillDoc(code, { ...ofKinds, site, model, key: secret }),
            }))
          }
        >
          {tab === undefined ? undefined : (
            <TryIt tab={tab} model={modelFor(block.samples[0]?.code ?? '', choices)} />
          )}
        </CodeTabs>
      );
    }
    case 'errors':
      return <ErrorsTable />;
    case 'api':
      return <ApiReference site={site} />;
    case 'last-call':
      return <LastCall apiKey={ownKeys.keys.find(({ id }) => id === ownKeys.keyId)} />;
  }
}

/** Returns the model for a sample. */
function modelFor(code: string, { model, ofKinds }: DocChoices): string {
  const [, kind = ''] = /\{\{(image|speech|transcription)\}\}/.exec(code) ?? [];
  return kind === '' ? model : ofKinds[kind as 'image'];
}

/** Links to the same call in the playground. */
function TryIt({ tab, model }: { tab: PlaygroundTab; model: string }) {
  const { t } = useTranslation();
  const search = tab === 'drawing' ? { tab } : { tab, model };
  return (
    <Anchor
      className="touch-target"
      component={Link}
      to={pages.playground.path}
      search={search as never}
      size="sm"
    >
      {t('docs.tryIt')}
    </Anchor>
  );
}

/** Follows links to other pages without reloading the console. */
function useFollowedLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey) && event.button === 0;
    if (!link || !isPlain || link.origin !== location.origin) return;
    if (link.pathname === location.pathname || link.pathname === OPENAPI_PATH) return;
    event.preventDefault();
    void navigate({ to: link.pathname, hash: link.hash.slice(1) });
  };
}
