import { Badge, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { PERSONAL_SECTIONS } from './personal/personal-sections.ts';
import type { AnyTab } from './query.ts';
import { SectionLink } from './section-link.tsx';
import { listSections, type SettingSection, type Tab, TABS } from './sections.ts';
import type { OptionsForm } from './use-options-form.ts';
import { sectionTitle } from './option-label.ts';

export interface SectionNavProps {
  tab: Tab;
  form: OptionsForm;
  active?: SettingSection;
}

const CHEVRON = <IconChevronRight size={16} stroke={1.6} aria-hidden />;

/** The sections of a tab, with the number of unsaved changes in each. */
export function SectionNav({ tab, form, active }: SectionNavProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t(`setting.tabs.${tab}`)}>
      {listSections(tab).map(({ group, options }) => {
        const count = options.filter(form.isChanged).length;
        return (
          <SectionLink
            key={group}
            tab={tab}
            section={group}
            label={sectionTitle(t, group)}
            current={group === active?.group}
            aside={
              count > 0 ? (
                <Badge size="sm" circle aria-label={t('setting.changes', { count })}>
                  {count}
                </Badge>
              ) : active ? null : (
                CHEVRON
              )
            }
          />
        );
      })}
    </nav>
  );
}

/** On a phone: the sections of the personal settings as links. */
export function PersonalIndex() {
  const { t } = useTranslation();
  return (
    <Titled tab="personal">
      <nav aria-label={t('setting.tabs.personal')}>
        {PERSONAL_SECTIONS.map((section) => (
          <SectionLink
            key={section}
            tab="personal"
            section={section}
            label={t(`personal.sections.${section}`)}
            aside={CHEVRON}
          />
        ))}
      </nav>
    </Titled>
  );
}

/** On a phone: all sections of all site tabs as links. */
export function SectionIndex({ form }: { form: OptionsForm }) {
  return TABS.map((tab) => (
    <Titled key={tab} tab={tab}>
      <SectionNav tab={tab} form={form} />
    </Titled>
  ));
}

function Titled({ tab, children }: { tab: AnyTab; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" c="dimmed" fw={500} px={10} pt="md" pb={4}>
        {t(`setting.tabs.${tab}`)}
      </Text>
      {children}
    </div>
  );
}
