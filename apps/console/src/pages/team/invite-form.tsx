import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Team } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { TEAM_READS } from './team-reads.ts';

interface InviteFormProps {
  team: Team;
  /** Receives the code of a link. */
  created: (code: string) => void;
  close: () => void;
}

/** Invites a user by name or e-mail address, or creates a link. */
export function InviteForm({ team, created, close }: InviteFormProps) {
  const { t } = useTranslation();
  const invite = useEndpointMutation(calls.inviteToTeam, TEAM_READS);
  const form = useForm({ initialValues: { invitee: '', role: 'member' as 'member' | 'admin' } });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit((body) =>
    invite.mutate(
      { params: { id: team.id }, body },
      {
        onSuccess: ({ code, mailed }) => {
          if (code !== '') created(code);
          else toastSuccess(t(mailed ? 'team.invitations.mailed' : 'team.invitations.sent'));
          close();
        },
        onError: (error) => form.setFieldError('invitee', error.message),
      },
    ),
  );
  const roles = team.role === 'owner' ? (['member', 'admin'] as const) : (['member'] as const);
  return (
    <FormModal title={t('team.invitations.add')} size="sm" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('team.invitations.add')}
        busy={invite.isPending}
        leave={leave}
      >
        <TextInput
          data-autofocus
          label={t('team.invitations.field')}
          description={t('team.invitations.fieldHint')}
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('invitee')}
        />
        <Select
          label={t('team.invitations.role')}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: t(`team.roles.${value}`) }))}
          {...form.getInputProps('role')}
        />
      </FormFrame>
    </FormModal>
  );
}
