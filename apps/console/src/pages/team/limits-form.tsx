import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Team, TeamMember } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { SpendingFields } from '../../ui/forms/spending-fields.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { TEAM_READS } from './team-reads.ts';

interface LimitsFormProps {
  team: Team;
  member: TeamMember;
  close: () => void;
}

type LimitsValues = Record<'day_quota' | 'week_quota' | 'month_quota', number> & { models: string };

/** A member's spending limits per day, week and month, and the models that their keys may call. */
export function LimitsForm({ team, member, close }: LimitsFormProps) {
  const { t } = useTranslation();
  const change = useEndpointMutation(calls.changeTeamMember, TEAM_READS);
  const { limits } = member;
  const form = useForm<LimitsValues>({
    initialValues: {
      day_quota: limits?.day_quota ?? 0,
      week_quota: limits?.week_quota ?? 0,
      month_quota: limits?.month_quota ?? 0,
      models: limits?.models ?? '',
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit((values) =>
    change.mutate(
      {
        params: { id: team.id, user_id: member.user_id },
        body: changedFields(toFields(form.getInitialValues()), toFields(values)),
      },
      {
        onSuccess: () => {
          toastSuccess(t('team.limits.saved'));
          close();
        },
        onError: (error) =>
          form.setFieldError(
            error.code === 'model_limits_too_long' ? 'models' : 'day_quota',
            error.message,
          ),
      },
    ),
  );
  return (
    <FormModal title={t('team.limits.title', { who: member.username })} size="md" leave={leave}>
      <FormFrame submit={submit} submitLabel={t('team.save')} busy={change.isPending} leave={leave}>
        <SpendingFields
          labelOf={(name) => t(`team.limits.${name}`)}
          inputOf={(name) => form.getInputProps(name)}
        />
        <TextInput
          label={t('team.limits.models')}
          description={t('team.limits.modelsHint')}
          autoComplete="off"
          {...form.getInputProps('models')}
        />
      </FormFrame>
    </FormModal>
  );
}

/** Returns the fields to send. */
function toFields({ models, ...typed }: LimitsValues) {
  return {
    day_quota: Number(typed.day_quota) || 0,
    week_quota: Number(typed.week_quota) || 0,
    month_quota: Number(typed.month_quota) || 0,
    models,
  };
}
