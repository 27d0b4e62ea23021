import { Anchor, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { type AnyTab, tabOf } from './query.ts';

export interface SettingPlace {
  query: { tab: AnyTab; section: string };
  setQuery: (changes: { tab?: AnyTab; section?: string; option?: string }) => void;
}

export interface SettingTabsProps extends SettingPlace {
  tabs: readonly AnyTab[];
  /** On a phone: links to the sections, in place of the tabs. */
  index: ReactNode;
  /** Content of the selected tab; on a phone, of the selected section. */
  children: ReactNode;
}

/** The tabs of the settings; on a phone a list of sections, with a link back to it. */
export function SettingTabs({ query, setQuery, tabs, index, children }: SettingTabsProps) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const tab = tabOf(query, tabs);
  if (narrow && query.section === '') return index;
  if (narrow)
    return (
      <>
        <Anchor
          component="button"
          mb="sm"
          className="touch-target"
          onClick={() => setQuery({ section: '', option: '' })}
        >
          <IconArrowLeft size={15} stroke={1.6} aria-hidden className="in-line-icon" />
          {t('setting.back')}
        </Anchor>
        {children}
      </>
    );
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => setQuery({ tab: (chosen ?? tab) as AnyTab, section: '', option: '' })}
    >
      <Tabs.List mb="md">
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`setting.tabs.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {one === tab ? children : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
