import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { readActingTeam } from '../../session/acting-team.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { NameForm } from './name-form.tsx';
import { OwnTeams } from './own-teams.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';
import { teamQuery } from './query.ts';
import { TeamView } from './team-view.tsx';

/** The user's teams and received invitations, and one team with its members, balance and usage. */
export function TeamPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(teamQuery);
  const [adds, setAdds] = useState(false);
  const teams = useEndpoint(calls.listOwnTeams);
  const requestedId = query.id || readActingTeam()?.id;
  const [only, ...others] = teams.data ?? [];
  // A user with a single team means that one.
  const alone = others.length === 0 && !requestedId ? only : undefined;
  const team = teams.data?.find(({ id }) => id === requestedId) ?? alone;
  const show = (id: number) => setQuery({ id, view: 'overview', join: '' });
  return (
    <>
      <PageHeader title={t('team.title')} note={t('team.note')}>
        {only ? (
          <Button
            // The actions of the team itself are more prominent than creating another.
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdds(true)}
          >
            {t('team.create')}
          </Button>
        ) : null}
      </PageHeader>
      <ReceivedInvitations joined={show} />
      {teams.error && !teams.data ? (
        <ErrorState error={teams.error} retry={() => void teams.refetch()} />
      ) : teams.data ? (
        <>
          <OwnTeams teams={teams.data} shown={team?.id} show={show} create={() => setAdds(true)} />
          {team ? (
            <TeamView
              key={team.id}
              team={team}
              view={query.view}
              choose={(view) => setQuery({ id: team.id, view })}
              left={() => show(0)}
            />
          ) : null}
        </>
      ) : (
        <Skeleton height={200} aria-busy />
      )}
      {adds ? <NameForm done={show} close={() => setAdds(false)} /> : null}
      {query.join === '' ? null : (
        <JoinDialog code={query.join} joined={show} close={() => setQuery({ join: '' })} />
      )}
    </>
  );
}
