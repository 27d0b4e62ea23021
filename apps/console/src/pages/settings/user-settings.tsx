import { useTranslation } from '../../texts.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PersonalSettings } from './personal/personal-settings.tsx';
import { settingQuery } from './query.ts';
import { PersonalIndex } from './section-nav.tsx';
import { SettingTabs } from './setting-tabs.tsx';

/** The settings of users who only have personal settings. */
export function UserSettings() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(settingQuery);
  return (
    <>
      <PageHeader title={t('setting.title')} note={t('setting.ownNote')} />
      <SettingTabs query={query} setQuery={setQuery} tabs={['personal']} index={<PersonalIndex />}>
        <PersonalSettings section={query.section} />
      </SettingTabs>
    </>
  );
}
