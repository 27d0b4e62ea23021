import { Alert, Stack } from '@mantine/core';
import { hasTeamRole, type Team, USER_ENABLED } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { BalanceView } from './balance-view.tsx';
import { InvitationsView } from './invitations-view.tsx';
import { MembersView } from './members-view.tsx';
import { Overview } from './overview.tsx';
import { TEAM_VIEWS, type TeamViewName } from './query.ts';
import { UsageView } from './usage-view.tsx';

interface TeamViewProps {
  team: Team;
  view: TeamViewName;
  choose: (view: TeamViewName) => void;
  /** Called when the user has left the team. */
  left: () => void;
}

/** Tabs for those who manage the team. */
const MANAGED_VIEWS: readonly TeamViewName[] = ['invitations', 'balance'];

/** One team: balance, members, invitations, and usage per member. */
export function TeamView({ team, view, choose, left }: TeamViewProps) {
  const { t } = useTranslation();
  const manages = hasTeamRole(team.role, 'admin');
  const views = TEAM_VIEWS.filter((name) => manages || !MANAGED_VIEWS.includes(name));
  const shown = views.includes(view) ? view : 'overview';
  return (
    <Stack gap="sm" mt="md" component="section" aria-label={team.name}>
      {team.status === USER_ENABLED ? null : (
        <Alert color="red" variant="light" title={t('team.disabled')}>
          {t('team.disabledText')}
        </Alert>
      )}
      <StatusTabs
        label={t('team.tabs.label')}
        value={shown}
        choose={choose}
        tabs={views.map((value) => ({ value, label: t(`team.tabs.${value}`) }))}
      />
      {shown === 'overview' ? <Overview team={team} choose={choose} left={left} /> : null}
      {shown === 'members' ? <MembersView team={team} /> : null}
      {shown === 'invitations' ? <InvitationsView team={team} /> : null}
      {shown === 'balance' ? <BalanceView team={team} /> : null}
      {shown === 'usage' ? <UsageView team={team} /> : null}
    </Stack>
  );
}
