import {
  Button,
  Collapse,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { ALLOW_IPS_LENGTH_MAX, type Token, TOKEN_RATE_LIMIT_MAX } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { OwnGroupSelect } from '../../ui/forms/group-select.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { HINT_SAYS_WHY } from '../../ui/forms/hint-says-why.ts';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { QuotaField } from '../../ui/forms/quota-field.tsx';
import { SpendingFields } from '../../ui/forms/spending-fields.tsx';
import { formatTime } from '../../ui/format/format-time.ts';
import { API_KEY_LISTS } from './use-api-key-actions.ts';
import {
  batchNames,
  EXPIRY_PRESETS,
  initialValues,
  KEYS_AT_ONCE_MAX,
  nameLengthMax,
  parseExpiry,
  randomSuffix,
  toFields,
  type ApiKeyValues,
} from './values.ts';

export interface ApiKeyFormProps {
  /** Undefined for a new key. */
  apiKey: Token | undefined;
  close: () => void;
  created: (apiKey: Token) => void;
}

type ApiKeyFormState = ReturnType<typeof useApiKeyForm>;

function useApiKeyForm(apiKey: Token | undefined) {
  const { t } = useTranslation();
  const [before] = useState(() => initialValues(apiKey));
  return useForm<ApiKeyValues>({
    initialValues: before,
    validate: {
      name: (name, { count }) => {
        const length = [...name.trim()].length;
        return length >= 1 && length <= nameLengthMax(count) ? null : HINT_SAYS_WHY;
      },
      // Enter leaves the field without clamping what was typed.
      count: (count) =>
        Number(count) >= 1 && Number(count) <= KEYS_AT_ONCE_MAX ? null : HINT_SAYS_WHY,
      expires: (text) => {
        const at = parseExpiry(text);
        if (at === undefined) return t('tokens.form.expiresError');
        // An expired key may be edited, but none expires by a mistyped date.
        const isKept = text === before.expires;
        return at === -1 || isKept || at > unixSeconds() ? null : t('tokens.form.expiresPast');
      },
    },
  });
}

/** Creates or edits a key. */
export function ApiKeyForm({ apiKey, close, created }: ApiKeyFormProps) {
  const { t } = useTranslation();
  const form = useApiKeyForm(apiKey);
  const leave = useConfirmedClose(form.isDirty(), close);
  const update = useEndpointMutation(calls.updateToken, API_KEY_LISTS);
  const create = useEndpointMutation(calls.createToken, API_KEY_LISTS);
  const busy = update.isPending || create.isPending;
  /** Of several keys, those that an attempt did not get to, and the input that they are for. */
  const [left, setLeft] = useState<{ of: string; names: readonly string[] }>();

  const finish = (message: string) => {
    toastSuccess(message);
    close();
  };
  const refused = showRefusalAt(form, {
    token_name_length: 'name',
    name_unreadable: 'name',
    expired_time_invalid: 'expires',
    token_group_not_usable: 'group',
    model_limits_too_long: 'models',
    allow_ips_invalid: 'allowIps',
  });
  const submit = form.onSubmit(async (values) => {
    const fields = toFields(values);
    if (apiKey) {
      const before = form.getInitialValues();
      const changes = changedFields(toFields(before), fields);
      return update.mutate(
        { body: { id: apiKey.id, remain_quota_before: before.quota, ...changes } },
        { onSuccess: () => finish(t('tokens.updated')), onError: refused },
      );
    }
    const of = `${values.count} ${fields.name}`;
    const names =
      left?.of === of ? left.names : batchNames(fields.name, values.count, randomSuffix);
    const made: Token[] = [];
    try {
      for (const name of names) made.push(await create.mutateAsync({ body: { ...fields, name } }));
      finish(t('tokens.created'));
      if (made[0] && Number(values.count) === 1) created(made[0]);
    } catch (error) {
      setLeft({ of, names: names.slice(made.length) });
      refused(error);
    }
  });

  return (
    <FormModal title={t(apiKey ? 'tokens.form.edit' : 'tokens.form.create')} leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t(apiKey ? 'tokens.form.submit' : 'tokens.form.make')}
        busy={busy}
        leave={leave}
      >
        <TextInput
          label={t('tokens.form.name')}
          description={t('tokens.form.nameHint')}
          maxLength={40}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ExpiryField form={form} />
        <QuotaFields form={form} />
        <Group grow align="flex-start">
          <OwnGroupSelect
            label={t('tokens.form.group')}
            description={t('tokens.form.groupHint')}
            {...form.getInputProps('group')}
          />
          {apiKey ? null : (
            <NumberInput
              label={t('tokens.form.count')}
              description={t('tokens.form.countHint', { max: KEYS_AT_ONCE_MAX })}
              min={1}
              max={KEYS_AT_ONCE_MAX}
              {...form.getInputProps('count')}
            />
          )}
        </Group>
        <AccessFields form={form} />
      </FormFrame>
    </FormModal>
  );
}

function ExpiryField({ form }: { form: ApiKeyFormState }) {
  const { t } = useTranslation();
  const set = (seconds: number) =>
    form.setFieldValue('expires', seconds === 0 ? '' : formatTime(unixSeconds() + seconds));
  return (
    <div>
      <TextInput
        label={t('tokens.form.expires')}
        description={t('tokens.form.expiresHint')}
        placeholder={t('ui.never')}
        {...form.getInputProps('expires')}
      />
      <Group gap={6} mt={6}>
        {EXPIRY_PRESETS.map(({ name, seconds }) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => set(seconds)}>
            {t(`tokens.form.presets.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}

function QuotaFields({ form }: { form: ApiKeyFormState }) {
  const { t } = useTranslation();
  const { unlimited } = form.getValues();
  return (
    <Stack gap="xs">
      <Switch
        label={t('tokens.form.unlimited')}
        description={t('tokens.form.unlimitedHint')}
        {...form.getInputProps('unlimited', { type: 'checkbox' })}
      />
      <Collapse expanded={!unlimited}>
        <QuotaField
          label={t('tokens.form.quota')}
          hint={t('tokens.form.quotaHint')}
          allowNegative={false}
          {...form.getInputProps('quota')}
        />
      </Collapse>
    </Stack>
  );
}

function AccessFields({ form }: { form: ApiKeyFormState }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // A field to fix opens them, at once: it gets the focus.
  const isFaulty = Boolean(form.errors['models'] ?? form.errors['allowIps']);
  const [wasFaulty, setWasFaulty] = useState(false);
  if (wasFaulty !== isFaulty) {
    setWasFaulty(isFaulty);
    if (isFaulty) setOpened(true);
  }
  const models = useEndpoint(calls.listOwnModels);
  return (
    <div>
      <UnstyledButton
        onClick={() => setOpened(!opened)}
        aria-expanded={opened}
        className="touch-target"
        style={{ borderRadius: 4 }}
      >
        <Group gap={6}>
          {opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <Text fw={500}>{t('tokens.form.advanced')}</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened} transitionDuration={0}>
        <Stack mt="sm">
          <TagsInput
            label={t('tokens.form.models')}
            description={t('tokens.form.modelsHint')}
            data={models.data ?? []}
            clearable
            {...form.getInputProps('models')}
          />
          <Textarea
            label={t('tokens.form.allowIps')}
            description={t('tokens.form.allowIpsHint')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={ALLOW_IPS_LENGTH_MAX}
            {...form.getInputProps('allowIps')}
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <SpendingFields
              labelOf={(name) => t(`tokens.form.spending.${name}`)}
              inputOf={(name) => form.getInputProps(name)}
            />
          </SimpleGrid>
          <Group grow align="flex-start">
            <NumberInput
              label={t('tokens.form.rate')}
              description={t('tokens.form.rateHint')}
              min={0}
              max={TOKEN_RATE_LIMIT_MAX}
              allowDecimal={false}
              {...form.getInputProps('rate')}
            />
            <Select
              label={t('tokens.form.mjMode')}
              clearable
              placeholder={t('tokens.form.mjNone')}
              data={['fast', 'relax', 'turbo']}
              {...form.getInputProps('mjMode')}
            />
          </Group>
        </Stack>
      </Collapse>
    </div>
  );
}
