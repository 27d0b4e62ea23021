import {
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { type TrafficRule, trafficRuleKind } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { AllGroupSelect } from '../../ui/forms/group-select.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { RULE_LISTS } from './use-rule-actions.ts';
import { validateRule, initialValues, type RuleValues, toDraft } from './values.ts';

type Form = Pick<ReturnType<typeof useForm<RuleValues>>, 'getInputProps'>;

/** Creates a rule, or edits one. */
export function RuleForm({
  rule,
  close,
}: {
  /** Undefined for a new one. */
  rule: TrafficRule | undefined;
  close: () => void;
}) {
  const { t } = useTranslation();
  const form = useForm<RuleValues>({
    initialValues: initialValues(rule),
    validate: (values) => validateRule(values, t),
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const create = useEndpointMutation(calls.createTrafficRule, RULE_LISTS);
  const update = useEndpointMutation(calls.updateTrafficRule, RULE_LISTS);
  const done = {
    onSuccess: () => {
      toastSuccess(t(rule ? 'traffic.updated' : 'traffic.created'));
      close();
    },
    onError: showRefusalAt(form, {
      traffic_rule_name_length: 'name',
      name_unreadable: 'name',
      traffic_rule_exists: 'model',
      traffic_rule_target_unknown: 'target_channel_id',
      traffic_rule_target_lacks_model: 'target_channel_id',
    }),
  };
  const submit = form.onSubmit((values) => {
    const draft = toDraft(values);
    const changes = changedFields(toDraft(form.getInitialValues()), draft);
    if (rule) update.mutate({ body: { ...changes, id: rule.id } }, done);
    else create.mutate({ body: draft }, done);
  });
  const { kind } = form.getValues();
  return (
    <FormModal title={t(rule ? 'traffic.form.edit' : 'traffic.form.create')} leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('traffic.form.submit')}
        busy={create.isPending || update.isPending}
        leave={leave}
      >
        <Stack gap={4}>
          <SegmentedControl
            fullWidth
            aria-label={t('traffic.form.kind')}
            disabled={rule !== undefined}
            data={trafficRuleKind.options.map((value) => ({
              value,
              label: t(`traffic.kinds.${value}`),
            }))}
            {...form.getInputProps('kind')}
          />
          <Text size="sm" c="dimmed">
            {t(`traffic.kindNotes.${kind}`)}
          </Text>
        </Stack>
        <TextInput
          label={t('traffic.form.name')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group grow align="flex-start">
          <TextInput
            label={t('traffic.form.model')}
            description={t('traffic.form.modelHint')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('model')}
          />
          <AllGroupSelect
            label={t('traffic.form.group')}
            description={t('traffic.form.groupHint')}
            {...form.getInputProps('group')}
          />
        </Group>
        <NumberInput
          label={t('traffic.form.percent')}
          description={t(kind === 'hedge' ? 'traffic.form.capHint' : 'traffic.form.shareHint')}
          decimalScale={2}
          {...form.getInputProps('percent')}
        />
        {kind === 'hedge' ? <DelayFields form={form} /> : <TargetFields form={form} />}
        <Switch
          label={t('traffic.form.enabled')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </FormFrame>
    </FormModal>
  );
}

function DelayFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Group grow align="flex-start">
        <NumberInput
          label={t('traffic.form.minDelay')}
          allowDecimal={false}
          {...form.getInputProps('min_delay_ms')}
        />
        <NumberInput
          label={t('traffic.form.maxDelay')}
          allowDecimal={false}
          {...form.getInputProps('max_delay_ms')}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('traffic.form.delayHint')}
      </Text>
    </Stack>
  );
}

/** The maximum number of channels that the server returns at once. */
const CHANNELS = 1000;

function TargetFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const channels = useEndpoint(calls.searchChannels, { query: { p: 1, page_size: CHANNELS } });
  const data = (channels.data?.items ?? []).map(({ id, name }) => ({
    value: String(id),
    label: `#${id} ${name}`,
  }));
  return (
    <Group grow align="flex-start">
      <Select
        label={t('traffic.form.targetChannel')}
        description={t('traffic.form.targetChannelHint')}
        data={data}
        limit={50}
        searchable
        clearable
        {...form.getInputProps('target_channel_id')}
      />
      <TextInput
        label={t('traffic.form.targetModel')}
        description={t('traffic.form.targetModelHint')}
        autoComplete="off"
        {...form.getInputProps('target_model')}
      />
    </Group>
  );
}
