import { Button, Skeleton, Stack } from '@mantine/core';
import { optionRegistry } from '@tollgate/contract';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { useUnsavedChangesGuard } from '../../ui/forms/unsaved-changes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { ChangeBar } from './change-bar.tsx';
import { focusOption } from './focus-option.ts';
import { FoundSettings } from './found-settings.tsx';
import { History } from './history.tsx';
import { PersonalSettings } from './personal/personal-settings.tsx';
import { ALL_TABS, withSection, settingQuery, tabOf } from './query.ts';
import { SectionForm } from './section-form.tsx';
import { PersonalIndex, SectionIndex, SectionNav } from './section-nav.tsx';
import { listSections, type Tab } from './sections.ts';
import { type SettingPlace, SettingTabs } from './setting-tabs.tsx';
import { type OptionsForm, useOptionsForm } from './use-options-form.ts';

/** All settings of administrators, by section or by a search over all, in addition to the personal ones. */
export function SiteSettings() {
  const { t } = useTranslation();
  const [typed, setQuery] = useUrlState(settingQuery);
  const query = withSection(typed);
  const form = useOptionsForm();
  const [showsHistory, setShowsHistory] = useState(false);
  useUnsavedChangesGuard(() => form.hasChanges);
  useEffect(() => {
    if (form.ready && query.option !== '') focusOption(query.option);
  }, [form.ready, query.option]);
  return (
    <>
      <PageHeader title={t('setting.title')} note={t('setting.note')}>
        <FilterInput
          icon
          live
          width={260}
          label={t('setting.search', { count: optionRegistry.length })}
          value={query.q}
          apply={(q) => setQuery({ q })}
        />
        <Button
          variant={query.show === 'own' ? 'light' : 'default'}
          aria-pressed={query.show === 'own'}
          onClick={() => setQuery({ show: query.show === 'own' ? '' : 'own' })}
        >
          {t('setting.own')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} stroke={1.6} />}
          onClick={() => setShowsHistory(true)}
        >
          {t('setting.history.action')}
        </Button>
      </PageHeader>
      {query.q === '' && query.show === '' ? (
        <Sections query={query} setQuery={setQuery} form={form} />
      ) : (
        <Loaded form={form}>
          <FoundSettings
            words={query.q}
            isOwnOnly={query.show === 'own'}
            form={form}
            clear={() => setQuery({ q: '', show: '' })}
          />
        </Loaded>
      )}
      <ChangeBar form={form} />
      <PeekDrawer
        takesFocus
        title={t('setting.history.title')}
        opened={showsHistory}
        close={() => setShowsHistory(false)}
      >
        {showsHistory ? <History /> : null}
      </PeekDrawer>
    </>
  );
}

interface SectionsProps extends SettingPlace {
  form: OptionsForm;
}

function Sections({ query, setQuery, form }: SectionsProps) {
  const tab = tabOf(query, ALL_TABS);
  return (
    <SettingTabs
      query={query}
      setQuery={setQuery}
      tabs={ALL_TABS}
      index={
        <>
          <PersonalIndex />
          <SectionIndex form={form} />
        </>
      }
    >
      {tab === 'personal' ? (
        <PersonalSettings section={query.section} />
      ) : (
        <OptionSections tab={tab} group={query.section} form={form} />
      )}
    </SettingTabs>
  );
}

function OptionSections({ tab, group, form }: { tab: Tab; group: string; form: OptionsForm }) {
  const narrow = useIsMobile();
  const sections = listSections(tab);
  const section = sections.find((one) => one.group === group) ?? sections[0];
  if (!section) return null;
  const body = (
    <Loaded form={form}>
      <SectionForm key={`${tab} ${section.group}`} section={section} form={form} />
    </Loaded>
  );
  if (narrow) return body;
  return (
    <div className="setting-columns">
      <SectionNav tab={tab} form={form} active={section} />
      {body}
    </div>
  );
}

/** Shows content that needs the options once they have loaded. */
function Loaded({ form, children }: { form: OptionsForm; children: ReactNode }) {
  if (form.ready) return children;
  if (form.error) return <ErrorState error={form.error} retry={form.read} />;
  return (
    <Stack maw={860} aria-busy>
      {[1, 2, 3, 4, 5, 6].map((field) => (
        <Skeleton key={field} height={52} />
      ))}
    </Stack>
  );
}
