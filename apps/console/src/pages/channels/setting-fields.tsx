import {
  Button,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import {
  CHAT_DIALECTS,
  type ChannelType,
  CLIENT_GONE_POLICIES,
  NATIVE_FORMATS,
  OWN_FORMATS_BY_TYPE,
} from '@tollgate/contract';
import { IconBraces, IconForms } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { JsonEditor } from '../../ui/forms/json-editor.tsx';
import type { ChannelFormState } from './use-channel-form.ts';
import { HeaderRows } from './header-rows.tsx';
import { readSetting, writeSetting } from './setting-values.ts';
import type { ChannelTypes } from './use-channel-types.ts';

interface FieldsProps {
  form: ChannelFormState;
}

/** Switches between editing the settings as fields or as JSON, keeping their values. */
export function SettingViewSwitch({ form }: FieldsProps) {
  const { t } = useTranslation();
  const { settingView, settings, setting } = form.getValues();
  const read = settingView === 'json' ? readSetting(setting) : settings;
  const change = () => {
    if (settingView === 'fields')
      form.setValues({ settingView: 'json', setting: writeSetting(settings) });
    else if (read) form.setValues({ settingView: 'fields', settings: read });
    form.clearErrors();
  };
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!read}
      leftSection={settingView === 'fields' ? <IconBraces size={15} /> : <IconForms size={15} />}
      onClick={change}
    >
      {t(settingView === 'fields' ? 'channels.setting.asJson' : 'channels.setting.asFields')}
    </Button>
  );
}

/** All settings as JSON. */
export function SettingJson({
  form,
  types,
  type,
}: FieldsProps & { types: ChannelTypes; type: ChannelType | undefined }) {
  const { t } = useTranslation();
  const field = types.fieldOf(type, 'setting');
  return (
    <JsonEditor
      label={t('channels.setting.json')}
      description={field?.description}
      placeholder={field?.placeholder}
      minRows={8}
      {...form.getInputProps('setting')}
    />
  );
}

/** Timeouts and limits of the upstream, and when the channel is auto-disabled. */
export function LimitFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const asFields = form.getValues().settingView === 'fields';
  return (
    <>
      <Switch
        label={t('channels.form.autoBan')}
        description={t('channels.form.autoBanHint')}
        {...form.getInputProps('autoBan', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {asFields ? <Amount form={form} name="firstToken" max={3600} /> : null}
        {asFields ? <Amount form={form} name="answerTimeout" max={3600} /> : null}
        <NumberInput
          label={t('channels.form.maxInput')}
          description={t('channels.form.maxInputHint')}
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('maxInputTokens')}
        />
      </SimpleGrid>
    </>
  );
}

type Format = (typeof CHAT_DIALECTS)[number] | (typeof NATIVE_FORMATS)[number];

/** Returns the dialects that a type supports, and the one that is set. */
function formatsFor(type: ChannelType | undefined, set: string): Format[] {
  const ownFormats = OWN_FORMATS_BY_TYPE[type?.type ?? 0] ?? [];
  const foreign = NATIVE_FORMATS.filter((format) => format === set && !ownFormats.includes(format));
  return [...CHAT_DIALECTS, ...ownFormats, ...foreign];
}

/** In which dialect calls are sent, and what happens after a client disconnect. */
export function FormatFields({
  form,
  types,
  type,
}: FieldsProps & { types: ChannelTypes; type: ChannelType | undefined }) {
  const { t } = useTranslation();
  const { settings } = form.getValues();
  const hint = types.fieldOf(type, 'setting')?.description;
  const drains = settings.clientGone === 'drain' || settings.clientGone === '';
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          label={t('channels.setting.dialect')}
          description={hint ?? t('channels.setting.dialectHint')}
          allowDeselect={false}
          data={[
            { value: '', label: t('channels.setting.dialects.auto') },
            ...formatsFor(type, settings.dialect).map((value) => ({
              value,
              label: t(`channels.setting.dialects.${value}`),
            })),
          ]}
          {...form.getInputProps('settings.dialect')}
        />
        <Select
          label={t('channels.setting.clientGone')}
          description={t('channels.setting.clientGoneHint')}
          allowDeselect={false}
          data={[
            { value: '', label: t('channels.setting.clientGonePolicies.auto') },
            ...CLIENT_GONE_POLICIES.map((value) => ({
              value,
              label: t(`channels.setting.clientGonePolicies.${value}`),
            })),
          ]}
          {...form.getInputProps('settings.clientGone')}
        />
        <Select
          label={t('channels.setting.files')}
          description={t('channels.setting.filesHint')}
          allowDeselect={false}
          data={[
            { value: '', label: t('channels.setting.filesModes.auto') },
            { value: 'off', label: t('channels.setting.filesModes.off') },
          ]}
          {...form.getInputProps('settings.files')}
        />
        {drains ? <Amount form={form} name="drainSeconds" max={600} /> : null}
        {drains ? <Amount form={form} name="drainBytes" max={268_435_456} /> : null}
        <Amount form={form} name="affinity" max={86_400} />
      </SimpleGrid>
      <Switch
        label={t('channels.setting.modelRules')}
        description={t('channels.setting.modelRulesHint')}
        {...form.getInputProps('settings.modelRules', { type: 'checkbox' })}
      />
      <Switch
        label={t('channels.setting.modelSuffixes')}
        description={t('channels.setting.modelSuffixesHint')}
        {...form.getInputProps('settings.modelSuffixes', { type: 'checkbox' })}
      />
      <Switch
        label={t('channels.setting.passTrace')}
        description={t('channels.setting.passTraceHint')}
        {...form.getInputProps('settings.passTrace', { type: 'checkbox' })}
      />
    </>
  );
}

/** What is added to every call. */
export function OverrideFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const others = Object.keys(form.getValues().settings.rest);
  return (
    <Stack gap="md">
      <Textarea
        label={t('channels.setting.systemPrompt')}
        description={t('channels.setting.systemPromptHint')}
        autosize
        minRows={2}
        maxRows={12}
        {...form.getInputProps('settings.systemPrompt')}
      />
      <HeaderRows form={form} />
      <JsonEditor
        label={t('channels.setting.params')}
        description={t('channels.setting.paramsHint')}
        {...form.getInputProps('settings.params')}
      />
      {others.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t('channels.setting.rest', { names: others.join(', ') })}
        </Text>
      ) : null}
    </Stack>
  );
}

type AmountName = 'firstToken' | 'answerTimeout' | 'affinity' | 'drainSeconds' | 'drainBytes';

/** An optional number. */
function Amount({ form, name, max }: { form: ChannelFormState; name: AmountName; max: number }) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`channels.setting.${name}`)}
      description={t(`channels.setting.${name}Hint`)}
      min={0}
      max={max}
      clampBehavior="none"
      thousandSeparator=","
      allowDecimal={name !== 'drainBytes'}
      {...form.getInputProps(`settings.${name}`)}
    />
  );
}
