import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Redemption, REDEMPTION_NAME_LENGTH_MAX } from '@tollgate/contract';
import { formatQuota } from '@tollgate/pricing';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { QuotaField } from '../../ui/forms/quota-field.tsx';
import { REDEMPTION_LISTS } from './use-redemption-actions.ts';
import {
  validateRedemption,
  initialValues,
  type RedemptionValues,
  toBatch,
  toChanges,
} from './values.ts';

/** Newly created codes. */
export interface MadeCodes {
  codes: readonly string[];
  quota: number;
}

export interface RedemptionFormProps {
  /** Undefined for new codes. */
  redemption: Redemption | undefined;
  close: () => void;
  created: (codes: MadeCodes) => void;
}

/** Creates codes, or edits one. */
export function RedemptionForm({ redemption, close, created }: RedemptionFormProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const form = useForm<RedemptionValues>({
    initialValues: initialValues(redemption),
    validate: (values) => validateRedemption(values, { t, isNew: redemption === undefined }),
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const create = useEndpointMutation(calls.createRedemptions, REDEMPTION_LISTS);
  const update = useEndpointMutation(calls.updateRedemption, REDEMPTION_LISTS);
  const { quota } = form.getValues();
  const refused = showRefusalAt(form, {
    redemption_name_length: 'name',
    name_unreadable: 'name',
    redemption_quota_invalid: 'quota',
    redemption_sold: 'quota',
  });

  const edit = (values: RedemptionValues, { id }: Redemption) =>
    update.mutate(
      { body: { id, ...toChanges(form.getInitialValues(), values) } },
      {
        onSuccess: () => {
          toastSuccess(t('redemptions.updated'));
          close();
        },
        onError: refused,
      },
    );
  const add = (values: RedemptionValues) => {
    const body = toBatch(values);
    create.mutate(
      { body },
      {
        onSuccess: (codes) => {
          toastSuccess(t('redemptions.created'));
          close();
          created({ codes, quota: body.quota });
        },
        onError: refused,
      },
    );
  };
  const submit = form.onSubmit((values) => (redemption ? edit(values, redemption) : add(values)));

  return (
    <FormModal
      title={t(redemption ? 'redemptions.form.edit' : 'redemptions.form.create')}
      leave={leave}
    >
      <FormFrame
        submit={submit}
        submitLabel={t(redemption ? 'redemptions.form.submit' : 'redemptions.form.make')}
        busy={create.isPending || update.isPending}
        leave={leave}
      >
        <TextInput
          label={t('redemptions.form.name')}
          description={
            redemption
              ? t('redemptions.form.nameHint')
              : t('redemptions.form.nameEmptyHint', {
                  name: formatQuota(Number(quota) || 0, display),
                })
          }
          withAsterisk={redemption !== undefined}
          maxLength={REDEMPTION_NAME_LENGTH_MAX * 2}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <QuotaField
          label={t('redemptions.form.quota')}
          hint={t('redemptions.form.quotaHint')}
          {...form.getInputProps('quota')}
        />
        {redemption ? null : (
          <NumberInput
            label={t('redemptions.form.count')}
            description={t('redemptions.form.countHint')}
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
        )}
      </FormFrame>
    </FormModal>
  );
}
