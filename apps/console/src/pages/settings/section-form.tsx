import { Alert, Button, Collapse, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { mayWriteOption, type OptionDefinition } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredUser } from '../../session/session.ts';
import { Section } from '../../ui/layout/section.tsx';
import { pages } from '../index.ts';
import { ChangeList } from './change-list.tsx';
import { PurgeLogs } from './purge-logs.tsx';
import { OptionField } from './option-field.tsx';
import { PriceViews } from './price-views.tsx';
import { ResetRatios } from './reset-ratios.tsx';
import { type SettingSection, switchesAtOnce } from './sections.ts';
import { StablecoinLog } from './stablecoin-log.tsx';
import type { OptionsForm } from './use-options-form.ts';
import { sectionTitle } from './option-label.ts';

export interface SectionFormProps {
  section: SettingSection;
  form: OptionsForm;
  /** False where only some of its options are shown. */
  whole?: boolean;
}

/** The options of a section with one save for all that was changed among them. */
export function SectionForm({ section, form, whole = true }: SectionFormProps) {
  const { t } = useTranslation();
  const { group, options } = section;
  const role = useStoredUser()?.role ?? 0;
  const atOnce = switchesAtOnce(section.tab);
  const own = options.filter((option) => mayWriteOption(role, option));
  // What holds at once waits for no save.
  const waits = !own.every(({ kind }) => atOnce && kind === 'boolean');
  const fields = options.map((option) => (
    <OptionField
      key={option.key}
      option={option}
      form={form}
      atOnce={atOnce}
      sectionLocked={own.length === 0}
    />
  ));
  const submit = () => void form.save(options);
  return (
    <Section
      title={sectionTitle(t, group)}
      aside={
        group === 'ratio' ? (
          <Group gap="xs">
            <Button component={Link} to={pages.prices.path} size="xs">
              {t('setting.prices.openEditor')}
            </Button>
            <ResetRatios done={() => form.discard(options)} />
          </Group>
        ) : null
      }
    >
      {own.length === 0 ? (
        <Alert variant="light" color="slate" icon={<IconLock size={18} />} mb="md">
          {t('setting.sectionRootOnly')}
        </Alert>
      ) : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
      >
        {whole && group === 'ratio' ? <PriceViews form={form}>{fields}</PriceViews> : fields}
        {waits ? <SaveBar changed={options.filter(form.isChanged)} form={form} /> : null}
      </form>
      {whole && group === 'log' ? <PurgeLogs /> : null}
      {whole && group === 'usdt' ? <StablecoinLog /> : null}
    </Section>
  );
}

function SaveBar({ changed, form }: { changed: readonly OptionDefinition[]; form: OptionsForm }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const some = changed.length > 0;
  return (
    <div className="form-bar">
      <Collapse expanded={opened && some}>
        <ChangeList
          changes={changed.map((option) => ({
            key: option.key,
            from: form.stored(option),
            to: form.shown(option),
          }))}
        />
      </Collapse>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {some ? t('setting.changes', { count: changed.length }) : t('setting.unchanged')}
          </Text>
          {some ? (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              {t(opened ? 'setting.hideChanges' : 'setting.review')}
            </Button>
          ) : null}
        </Group>
        <Group gap="xs">
          {some ? (
            <Button variant="default" onClick={() => form.discard(changed)}>
              {t('setting.discard')}
            </Button>
          ) : null}
          <Button type="submit" loading={form.busy}>
            {some ? t('setting.saveChanges', { count: changed.length }) : t('ui.save')}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
