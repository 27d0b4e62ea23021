import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEAM_NAME_LENGTH_MAX, type Team, teamName } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { TEAM_READS } from './team-reads.ts';

interface NameFormProps {
  /** The team to rename; without it a team is created. */
  team?: Team;
  done?: (id: number) => void;
  close: () => void;
}

/** Creates or renames a team. */
export function NameForm({ team, done, close }: NameFormProps) {
  const { t } = useTranslation();
  const create = useEndpointMutation(calls.createTeam, TEAM_READS);
  const rename = useEndpointMutation(calls.renameTeam, TEAM_READS);
  const form = useForm({
    initialValues: { name: team?.name ?? '' },
    validate: {
      name: (name) => (teamName.safeParse(name).success ? undefined : t('errors.team_name_length')),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const outcome = {
    onSuccess: ({ id }: Team) => {
      toastSuccess(t(team ? 'team.saved' : 'team.created'));
      close();
      done?.(id);
    },
    onError: (error: Error) => form.setFieldError('name', error.message),
  };
  const submit = form.onSubmit((body) =>
    team
      ? rename.mutate({ params: { id: team.id }, body }, outcome)
      : create.mutate({ body }, outcome),
  );
  return (
    <FormModal title={t(team ? 'team.rename' : 'team.create')} size="sm" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t(team ? 'team.save' : 'team.create')}
        busy={create.isPending || rename.isPending}
        leave={leave}
      >
        <TextInput
          data-autofocus
          label={t('team.name')}
          maxLength={TEAM_NAME_LENGTH_MAX}
          {...form.getInputProps('name')}
        />
      </FormFrame>
    </FormModal>
  );
}
