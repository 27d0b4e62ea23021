import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ManagedTeam } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { AllGroupSelect } from '../../ui/forms/group-select.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';

/** Moves a team to another group, or makes another of its members the owner. */
export function TeamForm({ team, close }: { team: ManagedTeam; close: () => void }) {
  const { t } = useTranslation();
  const members = useEndpoint(calls.listMembersOfTeam, { params: { id: team.id } });
  const change = useEndpointMutation(calls.changeTeam, [calls.listTeams, calls.listMembersOfTeam]);
  const form = useForm({
    initialValues: { group: team.group, owner: team.owner_id === 0 ? '' : String(team.owner_id) },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ group, owner }) =>
    change.mutate(
      {
        params: { id: team.id },
        body: {
          ...(form.isDirty('group') ? { group } : {}),
          ...(form.isDirty('owner') ? { owner_id: Number(owner) } : {}),
        },
      },
      {
        onSuccess: () => {
          toastSuccess(t('team.manage.saved'));
          close();
        },
        onError: showRefusalAt(form, {
          team_member_not_found: 'owner',
          team_owner_limit_reached: 'owner',
        }),
      },
    ),
  );
  const candidates = (members.data ?? []).filter(({ active, role }) => active || role === 'owner');
  return (
    <FormModal title={`${t('team.manage.edit')}: ${team.name}`} size="sm" leave={leave}>
      <FormFrame submit={submit} submitLabel={t('team.save')} busy={change.isPending} leave={leave}>
        <AllGroupSelect
          data-autofocus
          label={t('team.manage.group')}
          clearable={false}
          allowDeselect={false}
          {...form.getInputProps('group')}
        />
        <Select
          label={t('team.manage.owner')}
          placeholder={t('team.manage.noOwner')}
          allowDeselect={false}
          data={candidates.map(({ user_id: id, username }) => ({
            value: String(id),
            label: username,
          }))}
          {...form.getInputProps('owner')}
        />
      </FormFrame>
    </FormModal>
  );
}
