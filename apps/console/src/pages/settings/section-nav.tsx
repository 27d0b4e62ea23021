import { Badge, NavLink, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pages } from '../index.ts';
import { listSections, type SettingSection, type Tab, TABS } from './sections.ts';
import type { OptionsForm } from './use-options-form.ts';

export interface SectionNavProps {
  tab: Tab;
  form: OptionsForm;
  active?: SettingSection;
}

/** The sections of a tab, with how much of each is not saved yet. */
export function SectionNav({ tab, form, active }: SectionNavProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t(`setting.tabs.${tab}`)}>
      {listSections(tab).map(({ group, options }) => {
        const count = options.filter(form.isChanged).length;
        const current = group === active?.group;
        return (
          <NavLink
            key={group}
            component={Link}
            to={pages.setting.path}
            search={{ tab, section: group } as never}
            active={current}
            aria-current={current ? 'true' : undefined}
            label={t(`setting.sections.${group}`)}
            style={{ borderRadius: 6, paddingBlock: 7, paddingInline: 10 }}
            rightSection={
              count > 0 ? (
                <Badge size="sm" circle aria-label={t('setting.changes', { count })}>
                  {count}
                </Badge>
              ) : active ? null : (
                <IconChevronRight size={16} stroke={1.6} aria-hidden />
              )
            }
          />
        );
      })}
    </nav>
  );
}

/** On a phone: all sections of all tabs, each an entry that opens it. */
export function SectionIndex({ form }: { form: OptionsForm }) {
  const { t } = useTranslation();
  return TABS.map((tab) => (
    <div key={tab}>
      <Text size="sm" c="dimmed" fw={500} px={10} pt="md" pb={4}>
        {t(`setting.tabs.${tab}`)}
      </Text>
      <SectionNav tab={tab} form={form} />
    </div>
  ));
}
