import { Select, Textarea, TextInput } from '@mantine/core';
import { type ChannelType, MULTI_KEY_MODES } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { ProviderPicker } from './provider-picker.tsx';
import { TYPE_WITH_KEY_FILE } from './validate-channel.ts';
import type { ChannelFormState } from './use-channel-form.ts';
import type { ChannelTypes } from './use-channel-types.ts';
import { multiKeyMode } from './values.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';

export interface BasicFieldsProps {
  form: ChannelFormState;
  types: ChannelTypes;
  type: ChannelType | undefined;
  editing: boolean;
}

/** The upstream and its key. */
export function BasicFields({ form, types, type, editing }: BasicFieldsProps) {
  return (
    <>
      <ProviderPicker
        types={types}
        chosen={Number(form.getValues().type)}
        choose={(chosen) => form.setFieldValue('type', String(chosen))}
        isSet={editing}
      />
      <KeyField form={form} types={types} type={type} editing={editing} />
    </>
  );
}

/** Name and address of the channel, and further fields that the type requires. */
export function ConnectionFields({ form, types, type, editing }: BasicFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('channels.form.name')}
        maxLength={120}
        placeholder={editing ? undefined : types.label(Number(form.getValues().type))}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('channels.form.baseUrl')}
        description={t(addressHint(type), { url: type?.default_base_url })}
        placeholder={type?.default_base_url}
        inputMode="url"
        {...types.fieldOf(type, 'base_url')}
        {...form.getInputProps('baseUrl')}
      />
      <OwnField form={form} types={types} type={type} />
      {isKeyFile(type) ? null : <SeveralKeys form={form} editing={editing} />}
    </>
  );
}

const isKeyFile = (type: ChannelType | undefined) => type?.type === TYPE_WITH_KEY_FILE;

/** Returns what an empty address means, for types without a hint of their own. */
function addressHint(type: ChannelType | undefined) {
  if (type?.default_base_url) return 'channels.form.baseUrlHint';
  return type?.base_url_required === false
    ? 'channels.form.baseUrlOwn'
    : 'channels.form.baseUrlNone';
}

/** Fields of few types; also shown for others while they have a stored value. */
function OwnField({ form, types, type }: Omit<BasicFieldsProps, 'editing'>) {
  const { t } = useTranslation();
  const values = form.getValues();
  const other = types.fieldOf(type, 'other');
  const organization = types.fieldOf(type, 'openai_organization');
  return (
    <>
      {other || values.other !== '' ? (
        <TextInput
          label={t('channels.form.other')}
          description={t('channels.form.otherHint')}
          {...other}
          {...form.getInputProps('other')}
        />
      ) : null}
      {organization || values.organization !== '' ? (
        <TextInput
          label={t('channels.form.organization')}
          {...organization}
          {...form.getInputProps('organization')}
        />
      ) : null}
    </>
  );
}

function KeyField({ form, types, type, editing }: BasicFieldsProps) {
  const { t } = useTranslation();
  const several = multiKeyMode(form.getValues()) !== '';
  const field = types.fieldOf(type, 'key');
  const hint = field?.description ?? types.textOf(type?.key_hint ?? '');
  const newHint = several ? 'keyHintMany' : 'keyHint';
  const storedHint = several ? 'keyKeptMany' : 'keyKept';
  // A validation error may require the key that the hint calls optional.
  const isRequired = editing && form.getInputProps('key').error !== undefined;
  const description =
    isRequired || (!editing && isKeyFile(type))
      ? hint
      : t(`channels.form.${editing ? storedHint : newHint}`, { hint });
  const shared = {
    label: t('channels.form.key'),
    ...field,
    description,
  };
  return !editing || several || isKeyFile(type) ? (
    <Textarea
      {...shared}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      autoComplete="off"
      {...form.getInputProps('key')}
    />
  ) : (
    <PasswordField {...shared} autoComplete="new-password" {...form.getInputProps('key')} />
  );
}

/** Belongs to the setting, but is shown next to the key because it says what the key's lines mean. */
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
      value={multiKeyMode(values)}
    />
  );
}
