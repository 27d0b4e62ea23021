import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OptionDefinition } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { NoResults } from '../../ui/feedback/empty-state.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DOCS_PATH } from '../paths.ts';
import { optionLabel, sectionTitle } from './option-label.ts';
import { PERSONAL_SECTIONS } from './personal/personal-sections.ts';
import { SectionForm } from './section-form.tsx';
import { SectionLink } from './section-link.tsx';
import { findSections } from './sections.ts';
import { useOtherOptionWords } from './use-option-words.ts';
import type { OptionsForm } from './use-options-form.ts';

export interface FoundSettingsProps {
  words: string;
  /** Show only options that differ from their default. */
  isOwnOnly: boolean;
  form: OptionsForm;
  clear: () => void;
}

/** The options that match the words, in their sections, and matching sections of the personal settings. */
export function FoundSettings({ words, isOwnOnly, form, clear }: FoundSettingsProps) {
  const { t } = useTranslation();
  const keywords = words.toLowerCase().split(/\s+/);
  const hasAll = (text: string) => keywords.every((word) => text.toLowerCase().includes(word));
  const textOf = useOptionTexts();
  const sections = findSections(
    (option) => (!isOwnOnly || form.isOwn(option)) && hasAll(textOf(option)),
  );
  const personal = PERSONAL_SECTIONS.filter(
    (name) => !isOwnOnly && hasAll(t(`personal.sections.${name}`)),
  );
  if (sections.length + personal.length === 0) return <NothingFound clear={clear} />;
  const count = sections.reduce((sum, { options }) => sum + options.length, 0);
  return (
    <Stack gap="xl" maw={860}>
      <Text size="sm" c="dimmed" role="status">
        {t('setting.foundCount', { count: count + personal.length })}
      </Text>
      {personal.length === 0 ? null : (
        <Section title={t('setting.tabs.personal')}>
          {personal.map((name) => (
            <SectionLink
              key={name}
              tab="personal"
              section={name}
              label={t(`personal.sections.${name}`)}
              aside={null}
            />
          ))}
        </Section>
      )}
      {sections.map((section) => (
        <SectionForm key={section.group} section={section} form={form} whole={false} />
      ))}
    </Stack>
  );
}

/** No setting matches; the server's own ones, such as backups, are not in the console. */
function NothingFound({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <NoResults clear={clear} />
      <Text size="sm" c="dimmed" ta="center">
        {t('setting.notHere')}{' '}
        <Anchor component={Link} to={`${DOCS_PATH}/variables`} inherit>
          {t('setting.variables')}
        </Anchor>
      </Text>
    </>
  );
}

/** Returns an option's searchable text: its key, its labels in both languages, and those of its section. */
function useOptionTexts(): (option: OptionDefinition) => string {
  const { t, i18n } = useTranslation();
  const otherWords = useOtherOptionWords();
  return ({ key, group }) => {
    const hint = `optionHints.${key}`;
    const texts = [key, optionLabel(t, key), sectionTitle(t, group)];
    if (i18n.exists(hint)) texts.push(t(hint as never));
    texts.push(...otherWords.flatMap((area) => area[key] ?? []));
    return texts.join('\n');
  };
}
