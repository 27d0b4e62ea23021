import { Button, Group, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { openPalette } from '../../app-shell/open-palette.ts';
import { pages } from '../index.ts';
import { useOperations } from './api-reference.tsx';
import { useErrorEntries } from './error-entries.ts';
import type { Doc } from './parse-doc.ts';
import { createDocSearch, type Found, searchableErrors } from './search-docs.ts';

/** Searches pages, headings, errors and calls of the management API, in the console's language. */
export function DocsSearch({ docs, close }: { docs: ReadonlyMap<string, Doc>; close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const operations = useOperations();
  const errors = useErrorEntries();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const search = useMemo(() => {
    const calls = (operations.data ?? []).flatMap(({ operations: list }) =>
      list.map(({ id, method, path, summary }) => ({
        slug: 'api',
        anchor: id,
        heading: `${method} ${path}`,
        page: summary,
        words: id,
      })),
    );
    return createDocSearch(docs, [...searchableErrors(errors), ...calls]);
  }, [docs, errors, operations.data]);
  const results = query.trim() === '' ? [] : search(query);
  const open = ({ slug, anchor }: Found) => {
    close();
    void navigate({ to: pages.docsPage.path, params: { slug }, hash: anchor });
  };
  const searchConsole = () => {
    close();
    openPalette();
  };
  // Pressing Ctrl K again switches from the docs search to the command palette.
  useHotkeys([['mod + K', searchConsole]], []);
  const chosen = results[Math.min(at, results.length - 1)];
  return (
    <Modal opened onClose={close} withCloseButton={false} padding="xs" size="lg" yOffset={80}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls="docs-found"
        aria-activedescendant={chosen ? `docs-found-${results.indexOf(chosen)}` : undefined}
        aria-label={t('docs.search')}
        placeholder={t('docs.search')}
        leftSection={<IconSearch size={16} />}
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const { key } = event;
          // These keys choose among what an input method proposes.
          if (event.nativeEvent.isComposing) return;
          if (key === 'ArrowDown') setAt((now) => Math.min(now + 1, results.length - 1));
          else if (key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0));
          else if (key === 'Enter' && chosen) open(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <div id="docs-found" role="listbox" aria-label={t('docs.found')} className="docs-found">
        {results.map((each, index) => (
          <UnstyledButton
            key={`${each.slug}#${each.anchor}`}
            id={`docs-found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === chosen}
            className="docs-result"
            onClick={() => open(each)}
          >
            <Text fw={500} component="span" display="block">
              {each.heading}
            </Text>
            <Text size="sm" c="dimmed" component="span" display="block">
              {each.page}
            </Text>
          </UnstyledButton>
        ))}
      </div>
      <Group justify="space-between" p="xs" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {query.trim() === ''
            ? t('docs.searchHint')
            : t('docs.results', { count: results.length })}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={searchConsole}>
          {t('docs.searchConsole')}
        </Button>
      </Group>
    </Modal>
  );
}
