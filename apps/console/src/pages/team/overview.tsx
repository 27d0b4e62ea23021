import { Button, Group, Stack, Text } from '@mantine/core';
import { hasTeamRole, type Team } from '@tollgate/contract';
import { formatQuota } from '@tollgate/pricing';
import { IconLogout, IconPencil, IconTrash, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { pages } from '../index.ts';
import { actFor, readActingTeam } from '../../session/acting-team.ts';
import { keepMessage } from '../../session/kept-message.ts';
import { useQuotaDisplay } from '../../status.ts';
import { confirm, confirmTyped } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { type RowAction, RowMenu } from '../../ui/tables/row-menu.tsx';
import { NameForm } from './name-form.tsx';
import type { TeamViewName } from './query.ts';
import { TEAM_READS } from './team-reads.ts';
import { TeamReport } from './team-report.tsx';
import { TransferForm, type Way } from './transfer-form.tsx';

interface OverviewProps {
  team: Team;
  choose: (view: TeamViewName) => void;
  /** Called when the user has left the team. */
  left: () => void;
}

/** How a team is doing, and the actions that the user may take. */
export function Overview({ team, choose, left }: OverviewProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [way, setWay] = useState<Way | undefined>(undefined);
  const [renames, setRenames] = useState(false);
  const leave = useEndpointMutation(calls.leaveTeam, TEAM_READS);
  // Its balance is added to the user's own.
  const remove = useEndpointMutation(calls.deleteTeam, [...TEAM_READS, calls.getSelf]);
  const isActing = readActingTeam()?.id === team.id;
  const params = { id: team.id };
  // Not as callbacks of `mutate`: by then this component is unmounted, so they would not run.
  const finishLeaving = (text: string) => () => {
    if (isActing) {
      // Everything on screen is the team's.
      keepMessage(text);
      return actFor(undefined, pages.team.path);
    }
    toastSuccess(text);
    left();
  };
  const askToLeave = () =>
    confirm({
      title: t('team.leave.title'),
      text: t('team.leave.text', { team: team.name }),
      confirm: t('team.leave.title'),
      run: () =>
        void leave.mutateAsync({ params }).then(finishLeaving(t('team.leave.done')), toastError),
    });
  const askToDelete = () =>
    confirmTyped({
      title: t('team.delete.title'),
      text: t('team.delete.text', {
        team: team.name,
        balance: formatQuota(team.quota, display),
      }),
      confirm: t('team.delete.title'),
      word: team.name,
      run: () =>
        void remove.mutateAsync({ params }).then(finishLeaving(t('team.delete.done')), toastError),
    });
  const isOwner = team.role === 'owner';
  const withdraw = {
    label: t('team.withdraw.title'),
    icon: IconWallet,
    run: () => setWay('withdraw'),
  };
  const rename = { label: t('team.rename'), icon: IconPencil, run: () => setRenames(true) };
  const rare: RowAction[] = [
    ...(isOwner ? [withdraw] : []),
    ...(hasTeamRole(team.role, 'admin') ? [rename] : []),
    isOwner
      ? { label: t('team.delete.title'), icon: IconTrash, danger: true, run: askToDelete }
      : { label: t('team.leave.title'), icon: IconLogout, danger: true, run: askToLeave },
  ];
  return (
    <Stack gap="md">
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {t(`team.overview.you.${team.role}`)}
        </Text>
        <Group gap="xs">
          <Button onClick={() => actFor(isActing ? undefined : team, pages.apiKeys.path)}>
            {t(isActing ? 'team.switch.back' : 'team.switch.act')}
          </Button>
          <RowMenu label={team.name} actions={rare} />
        </Group>
      </Group>
      <TeamReport team={team} choose={choose} deposit={() => setWay('deposit')} />
      {way ? <TransferForm team={team} way={way} close={() => setWay(undefined)} /> : null}
      {renames ? <NameForm team={team} close={() => setRenames(false)} /> : null}
    </Stack>
  );
}
