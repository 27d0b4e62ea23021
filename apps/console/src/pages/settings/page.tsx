import { Anchor, Button, Skeleton, Stack, Tabs } from '@mantine/core';
import type { OptionDefinition } from '@tollgate/contract';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, NoResults } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { useLeaveGuard } from '../../ui/guarded-modal.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PeekDrawer } from '../../ui/peek-drawer.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { History } from './history.tsx';
import { settingQuery } from './query.ts';
import { SectionForm } from './section-form.tsx';
import { SectionIndex, SectionNav } from './section-nav.tsx';
import { findSections, listSections, type Tab, TABS } from './sections.ts';
import { type OptionsForm, useOptionsForm } from './use-options-form.ts';

/** Everything that can be set, by section or by a search over all of it. */
export function SettingsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(settingQuery);
  const form = useOptionsForm();
  const [showsHistory, setShowsHistory] = useState(false);
  useLeaveGuard(() => form.hasChanges);
  return (
    <>
      <PageHeader title={t('setting.title')} note={t('setting.note')}>
        <FilterInput
          icon
          width={260}
          label={t('setting.search')}
          value={query.q}
          apply={(q) => setQuery({ q })}
        />
        <Button
          variant="default"
          leftSection={<IconHistory size={16} stroke={1.6} />}
          onClick={() => setShowsHistory(true)}
        >
          {t('setting.history.action')}
        </Button>
      </PageHeader>
      {form.ready ? (
        query.q === '' ? (
          <Sections query={query} setQuery={setQuery} form={form} />
        ) : (
          <Found words={query.q} form={form} clear={() => setQuery({ q: '' })} />
        )
      ) : form.error ? (
        <ErrorState error={form.error} retry={form.read} />
      ) : (
        <Stack maw={860}>
          {[1, 2, 3, 4, 5, 6].map((field) => (
            <Skeleton key={field} height={52} />
          ))}
        </Stack>
      )}
      <PeekDrawer
        title={t('setting.history.title')}
        opened={showsHistory}
        close={() => setShowsHistory(false)}
      >
        {showsHistory ? <History /> : null}
      </PeekDrawer>
    </>
  );
}

interface SectionsProps {
  query: { tab: Tab; section: string };
  setQuery: (changes: { tab?: Tab; section?: string }) => void;
  form: OptionsForm;
}

function Sections({ query, setQuery, form }: SectionsProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const sections = listSections(query.tab);
  const chosen = sections.find(({ group }) => group === query.section);
  if (narrow && !chosen) return <SectionIndex form={form} />;
  const section = chosen ?? sections[0];
  const body = section ? (
    <SectionForm key={`${query.tab} ${section.group}`} section={section} form={form} />
  ) : null;
  if (narrow)
    return (
      <>
        <Anchor component="button" mb="sm" onClick={() => setQuery({ section: '' })}>
          <IconArrowLeft size={15} stroke={1.6} aria-hidden className="in-line-icon" />
          {t('setting.back')}
        </Anchor>
        {body}
      </>
    );
  return (
    <Tabs
      value={query.tab}
      onChange={(tab) => setQuery({ tab: (tab ?? TABS[0]) as Tab, section: '' })}
    >
      <Tabs.List mb="md">
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`setting.tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((tab) => (
        <Tabs.Panel key={tab} value={tab} className="setting-columns">
          {tab === query.tab && section ? (
            <>
              <SectionNav tab={tab} form={form} active={section} />
              {body}
            </>
          ) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The options that the words name, in their sections. */
function Found({ words, form, clear }: { words: string; form: OptionsForm; clear: () => void }) {
  const { t, i18n } = useTranslation();
  const wanted = words.toLowerCase().split(/\s+/);
  const matches = ({ key, group }: OptionDefinition) => {
    const texts = [`options.${key}`, `optionHints.${key}`, `setting.sections.${group}`];
    const all = [
      key,
      ...texts.filter((text) => i18n.exists(text)).map((text) => String(t(text as never))),
    ];
    const text = all.join('\n').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const sections = findSections(matches);
  if (sections.length === 0) return <NoResults clear={clear} />;
  return (
    <Stack gap="xl">
      {sections.map((section) => (
        <SectionForm key={section.group} section={section} form={form} whole={false} />
      ))}
    </Stack>
  );
}
