import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { REGISTRATION_CODE_USES_MAX, REGISTRATION_CODES_AT_ONCE_MAX } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';

const DAY_SECONDS = 86_400;
const DAYS_MAX = 3650;

interface Values {
  name: string;
  uses: number | string;
  count: number | string;
  days: number | string;
}

function validate(values: Values, t: TFunction) {
  const within = (value: number | string, min: number, max: number) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : t('errors.registration_code_number');
  return {
    name: values.name.trim() === '' ? t('errors.registration_code_name') : undefined,
    uses: within(values.uses, 1, REGISTRATION_CODE_USES_MAX),
    count: within(values.count, 1, REGISTRATION_CODES_AT_ONCE_MAX),
    days: within(values.days, 0, DAYS_MAX),
  };
}

function toBody({ name, uses, count, days }: Values) {
  const now = unixSeconds();
  const expires = Number(days) === 0 ? 0 : now + Number(days) * DAY_SECONDS;
  return { name, uses: Number(uses), count: Number(count), expires_at: expires };
}

interface FormProps {
  close: () => void;
  created: (codes: readonly string[]) => void;
}

/** Creates registration codes. */
export function RegistrationCodeForm({ close, created }: FormProps) {
  const { t } = useTranslation();
  const create = useEndpointMutation(calls.createRegistrationCodes, [
    calls.searchRegistrationCodes,
  ]);
  const form = useForm<Values>({
    initialValues: { name: '', uses: 1, count: 1, days: 30 },
    validate: (values) => validate(values, t),
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const submit = form.onSubmit((values) =>
    create.mutate(
      { body: toBody(values) },
      {
        onSuccess: (codes) => {
          close();
          created(codes);
        },
        onError: showRefusalAt(form, {
          registration_code_name: 'name',
          name_unreadable: 'name',
          registration_code_expiry_past: 'days',
        }),
      },
    ),
  );
  return (
    <FormModal title={t('registrationCodes.add')} leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('registrationCodes.add')}
        busy={create.isPending}
        leave={leave}
      >
        <TextInput
          label={t('registrationCodes.form.name')}
          description={t('registrationCodes.form.nameHint')}
          withAsterisk
          maxLength={64}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('registrationCodes.form.uses')}
          description={t('registrationCodes.form.usesHint')}
          allowDecimal={false}
          {...form.getInputProps('uses')}
        />
        <NumberInput
          label={t('registrationCodes.form.days')}
          description={t('registrationCodes.form.daysHint')}
          allowDecimal={false}
          {...form.getInputProps('days')}
        />
        <NumberInput
          label={t('registrationCodes.form.count')}
          description={t('registrationCodes.form.countHint')}
          allowDecimal={false}
          {...form.getInputProps('count')}
        />
      </FormFrame>
    </FormModal>
  );
}
