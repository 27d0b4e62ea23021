import { Alert, Anchor, Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { mayWriteOption } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { Section } from '../../ui/layout/section.tsx';
import { DOCS_PATH, pages } from '../index.ts';
import { PurgeLogs } from './purge-logs.tsx';
import { OptionField } from './option-field.tsx';
import { PriceViews } from './price-views.tsx';
import { ResetRatios } from './reset-ratios.tsx';
import { guideOf, optionsOf, type SettingSection, switchesAtOnce } from './sections.ts';
import { StablecoinLog } from './stablecoin-log.tsx';
import { TestMail } from './test-mail.tsx';
import type { OptionsForm } from './use-options-form.ts';
import { sectionTitle } from './option-label.ts';

export interface SectionFormProps {
  section: SettingSection;
  form: OptionsForm;
  /** False if only some of its options are shown. */
  whole?: boolean;
}

/** The options of a section; changes wait until the page is saved. */
export function SectionForm({ section, form, whole = true }: SectionFormProps) {
  const { t } = useTranslation();
  const { tab, group, options } = section;
  const role = useStoredUser()?.role ?? 0;
  const atOnce = switchesAtOnce(section.tab);
  const editable = options.filter((option) => mayWriteOption(role, option));
  const fields = options.map((option) => (
    <OptionField
      key={option.key}
      option={option}
      form={form}
      atOnce={atOnce}
      sectionLocked={editable.length === 0}
    />
  ));
  const submit = form.save;
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
        ) : whole ? (
          <Guide group={group} />
        ) : (
          <Anchor
            component={Link}
            to={pages.setting.path}
            search={{ tab, section: group } as never}
            className="touch-target"
          >
            {t('setting.allOf', { count: optionsOf(group).length })}
          </Anchor>
        )
      }
    >
      {editable.length === 0 ? (
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
        {/* Lets Enter in a field save; the visible button is at the bottom of the page. */}
        <button type="submit" hidden>
          {t('ui.save')}
        </button>
      </form>
      {whole && group === 'log' ? <PurgeLogs /> : null}
      {whole && group === 'usdt' ? <StablecoinLog /> : null}
      {whole && group === 'smtp' && editable.length > 0 ? <TestMail /> : null}
    </Section>
  );
}

/** A link to the page of the manual that explains the section, in another tab: fields may be unsaved. */
function Guide({ group }: Pick<SettingSection, 'group'>) {
  const { t } = useTranslation();
  const slug = guideOf(group);
  if (slug === undefined) return null;
  return (
    <Anchor
      href={`${DOCS_PATH}/${slug}`}
      target="_blank"
      rel="noreferrer"
      size="sm"
      className="touch-target"
    >
      {t('setting.guide')}
    </Anchor>
  );
}
