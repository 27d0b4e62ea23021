import type { OptionDefinition } from '@tollgate/contract';
import type { QuotaDisplay } from '@tollgate/pricing';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { UnsavedBar } from '../../ui/forms/unsaved-bar.tsx';
import { ChangeList } from './change-list.tsx';
import { optionLabel } from './option-label.ts';
import { toDisplayText } from './option-text.ts';
import { optionProblem } from './option-problem.tsx';
import { OptionLink } from './option-link.tsx';
import type { OptionsForm } from './use-options-form.ts';

const TEXT_MAX = 24;

/** Saves all changes in all sections; hidden if there are none. */
export function ChangeBar({ form }: { form: OptionsForm }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [opened, setOpened] = useState(false);
  const { changed } = form;
  const count = changed.length;
  if (count === 0) return null;
  const refused = changed.find((option) => form.errorOf(option) !== undefined);
  const name = refused ? optionLabel(t, refused.key) : '';
  const problem = (refused && form.errorOf(refused)) ?? '';
  // Messages that begin with the name of their option are not preceded by it.
  const isNamed = problem.startsWith(name) && refused && !form.refusalOf(refused);
  return (
    <UnsavedBar
      title={t('setting.changes', { count })}
      changes={changed.map((option) => {
        const [from, to] = formatChangeTexts(t, option, form, display);
        return { key: option.key, label: optionLabel(t, option.key), from, to };
      })}
      problem={
        refused ? (
          <>
            <OptionLink option={refused.key}>{name}</OptionLink>
            {isNamed ? problem.slice(name.length) : t('ui.colon')}
            {isNamed ? null : optionProblem(refused, form)}
          </>
        ) : undefined
      }
      details={
        opened ? (
          <ChangeList
            changes={changed.map((option) => ({
              key: option.key,
              from: form.stored(option),
              to: form.shown(option),
            }))}
          />
        ) : undefined
      }
      saveLabel={t('setting.saveChanges', { count })}
      busy={form.busy}
      discard={() => form.discard(changed)}
      save={form.save}
      review={{
        label: t(opened ? 'setting.hideChanges' : 'setting.review'),
        run: () => setOpened(!opened),
      }}
    />
  );
}

/** Describes an option's change in one line, or only as a new value if it is too long. */
function formatChangeTexts(
  t: TFunction,
  option: OptionDefinition,
  form: OptionsForm,
  display: QuotaDisplay,
): [from: string, to: string] {
  const values = [form.stored(option), form.shown(option)] as const;
  const texts = values.map((value) =>
    option.kind === 'boolean'
      ? t(value === 'true' ? 'setting.on' : 'setting.off')
      : toDisplayText(option, value, display),
  );
  const [from = '', to = ''] = texts;
  const isLong =
    option.secret || texts.some((text) => text.length > TEXT_MAX || text.includes('\n'));
  return isLong ? ['', t('setting.newSecret')] : [from, to];
}
