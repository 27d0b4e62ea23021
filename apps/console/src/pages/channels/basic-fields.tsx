import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { type ChannelType, MULTI_KEY_MODES } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { TYPE_WITH_KEY_FILE } from './check-channel.ts';
import type { ChannelFormState } from './form.tsx';
import type { ChannelTypes } from './use-channel-types.ts';
import { multiKeyOf } from './values.ts';

export interface BasicFieldsProps {
  form: ChannelFormState;
  types: ChannelTypes;
  type: ChannelType | undefined;
  editing: boolean;
}

/** Which upstream, where it is and how to get in. */
export function BasicFields({ form, types, type, editing }: BasicFieldsProps) {
  const { t } = useTranslation();
  const values = form.getValues();
  const several = multiKeyOf(values) !== '';
  const hint = types.textOf(type?.key_hint ?? '');
  const keyHint = editing
    ? t(several ? 'channels.form.keyKeptMany' : 'channels.form.keyKept')
    : t(several ? 'channels.form.keyHintMany' : 'channels.form.keyHint', { hint });
  const hasLines = !editing || several || Number(values.type) === TYPE_WITH_KEY_FILE;
  const options = types.types.map((entry) => ({
    value: String(entry.type),
    label: entry.supported
      ? types.label(entry.type)
      : t('channels.notSupported', { label: types.label(entry.type) }),
  }));
  return (
    <>
      <Select
        label={t('channels.form.type')}
        data={options}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        {...form.getInputProps('type')}
      />
      <TextInput label={t('channels.form.name')} maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label={t('channels.form.baseUrl')}
        description={
          type?.default_base_url
            ? t('channels.form.baseUrlHint', { url: type.default_base_url })
            : t('channels.form.baseUrlNone')
        }
        placeholder={type?.default_base_url}
        inputMode="url"
        {...form.getInputProps('baseUrl')}
      />
      {hasLines ? (
        <Textarea
          label={t('channels.form.key')}
          description={keyHint}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('key')}
        />
      ) : (
        <PasswordInput
          label={t('channels.form.key')}
          description={keyHint}
          autoComplete="new-password"
          {...form.getInputProps('key')}
        />
      )}
      {Number(values.type) === TYPE_WITH_KEY_FILE ? null : (
        <SeveralKeys form={form} editing={editing} />
      )}
    </>
  );
}

/** Part of the setting, but it says what the lines of the key mean, so it stands beside it. */
function SeveralKeys({ form, editing }: { form: ChannelFormState; editing: boolean }) {
  const { t } = useTranslation();
  const values = form.getValues();
  const none = editing ? 'noneEditing' : 'none';
  return (
    <Select
      label={t('channels.setting.multiKey')}
      description={t('channels.setting.multiKeyHint')}
      allowDeselect={false}
      disabled={values.settingView === 'json'}
      data={[
        { value: '', label: t(`channels.setting.multiKeyModes.${none}`) },
        ...MULTI_KEY_MODES.map((value) => ({
          value,
          label: t(`channels.setting.multiKeyModes.${value}`),
        })),
      ]}
      {...form.getInputProps('settings.multiKey')}
      value={multiKeyOf(values)}
    />
  );
}
