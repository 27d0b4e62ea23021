import { NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { mayWriteOption, missingRequirements, type OptionDefinition } from '@tollgate/contract';
import type { i18n, TFunction } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { choiceLabel } from './choice-label.ts';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { JsonEditor } from '../../ui/forms/json-editor.tsx';
import { OptionLink } from './option-link.tsx';
import { OptionFooter } from './option-footer.tsx';
import { OptionTable } from './option-table/option-table.tsx';
import { tableShapeOf } from './option-table/table-shape.ts';
import { SecretField } from './secret-field.tsx';
import type { OptionsForm } from './use-options-form.ts';
import { optionProblem } from './option-problem.tsx';
import { optionLabel } from './option-label.ts';

export interface OptionFieldProps {
  option: OptionDefinition;
  form: OptionsForm;
  /** A switch that applies as soon as it is clicked. */
  atOnce: boolean;
  /** The section already says that the user may change nothing in it. */
  sectionLocked: boolean;
}

/** An option: label, description, value and default. */
export function OptionField(props: OptionFieldProps) {
  const { option, form, sectionLocked } = props;
  const role = useStoredUser()?.role ?? 0;
  const locked = !mayWriteOption(role, option);
  return (
    <div
      className="setting"
      data-changed={form.isChanged(option) || undefined}
      data-locked={locked || undefined}
    >
      <OptionControl {...props} locked={locked} />
      <OptionFooter
        option={option}
        form={form}
        locked={locked}
        showsLock={locked && !sectionLocked}
      />
    </div>
  );
}

function OptionControl({ option, form, atOnce, locked }: OptionFieldProps & { locked: boolean }) {
  const { t, i18n } = useTranslation();
  const missing = useMissing(option, form);
  const isIdle = option.requires?.meanwhile === 'idle';
  const text = form.shown(option);
  const set = (value: string) => form.set(option.key, value);
  const shared = {
    label: optionLabel(t, option.key),
    description: describe(hintOf(i18n, option.key), locked ? undefined : missing, isIdle),
    error: optionProblem(option, form),
    disabled: locked || (missing !== undefined && !isIdle),
    'data-path': option.key,
    className: isWide(option) ? 'setting-wide' : 'setting-beside',
  };
  if (option.secret)
    return (
      <SecretField
        option={option}
        form={form}
        label={shared.label}
        description={shared.description}
        error={shared.error}
        disabled={shared.disabled}
        className={shared.className}
      />
    );
  const shape = tableShapeOf(option.key);
  switch (option.kind) {
    case 'boolean':
      return (
        <Switch
          {...shared}
          labelPosition="left"
          className="setting-switch"
          checked={text === 'true'}
          disabled={shared.disabled || (atOnce && form.busy)}
          onChange={({ currentTarget: { checked } }) =>
            atOnce ? switchNow({ option, form, t }, checked) : set(String(checked))
          }
        />
      );
    case 'integer':
    case 'decimal':
      if (option.isQuota)
        return (
          <MoneyInput
            {...shared}
            hint={shared.description}
            value={text === '' ? '' : Number(text)}
            onChange={(quota) => set(String(quota))}
          />
        );
      return (
        // Also accepts a decimal point in integers: silently dropped, 10.5 would become 105.
        <NumberInput
          {...shared}
          {...(option.min === undefined ? {} : { min: option.min })}
          {...(option.max === undefined ? {} : { max: option.max })}
          clampBehavior="none"
          thousandSeparator={option.key.endsWith('Port') ? '' : ','}
          value={text}
          onChange={(value) => set(String(value))}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          allowDeselect={false}
          data={option.choices?.map((value) => ({
            value,
            label: choiceLabel(i18n, value),
          }))}
          value={text}
          onChange={(value) => set(value ?? '')}
        />
      );
    case 'list':
      return (
        <TagsInput
          {...shared}
          value={text === '' ? [] : text.split(',')}
          onChange={(words) => set(words.join(','))}
        />
      );
    case 'json':
      if (shape)
        return (
          <OptionTable
            option={option}
            shape={shape}
            form={form}
            label={shared.label}
            description={shared.description}
            disabled={shared.disabled}
          />
        );
      return (
        <JsonEditor
          {...shared}
          maxRows={24}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'url':
      return (
        <TextInput
          {...shared}
          type="url"
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'text':
      return option.multiline ? (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={16}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...shared} value={text} onChange={(event) => set(event.currentTarget.value)} />
      );
  }
}

function isWide({ kind, multiline }: OptionDefinition): boolean {
  return kind === 'json' || multiline === true;
}

function hintOf(texts: i18n, key: string): string | undefined {
  return texts.exists(`optionHints.${key}`) ? texts.t(`optionHints.${key}`) : undefined;
}

/**
 * Combines an option's hint with the options that it requires; these replace the hint if it can't be set
 * without them.
 */
function describe(hint: string | undefined, missing: ReactNode, isIdle: boolean): ReactNode {
  if (missing === undefined || !isIdle || hint === undefined) return missing ?? hint;
  return (
    <>
      {hint}
      <br />
      {missing}
    </>
  );
}

/** Links to the options that an option still requires. */
function useMissing(option: OptionDefinition, form: OptionsForm): ReactNode {
  const { t } = useTranslation();
  const { requires } = option;
  const isIdle = requires?.meanwhile === 'idle';
  if (!requires || (!isIdle && form.shown(option) === 'true')) return undefined;
  const missing = missingRequirements(requires, form.isSet);
  if (missing.length === 0) return undefined;
  return (
    <>
      {t(isIdle ? 'setting.idle' : 'setting.requires')}
      {t('ui.colon')}
      {missing.map((needed, index) => (
        <Fragment key={needed}>
          {index === 0 ? null : t('ui.comma')}
          <OptionLink option={needed}>{optionLabel(t, needed)}</OptionLink>
        </Fragment>
      ))}
    </>
  );
}

/** Disabling the password login asks for confirmation. */
function switchNow(
  { option, form, t }: Pick<OptionFieldProps, 'option' | 'form'> & { t: TFunction },
  on: boolean,
): void {
  const run = () => void form.saveNow(option, String(on));
  if (on || option.key !== 'PasswordLoginEnabled') return run();
  confirm({
    title: t('setting.passwordLogin.title'),
    text: t('setting.passwordLogin.text'),
    confirm: t('setting.passwordLogin.confirm'),
    run,
  });
}
