import { Skeleton, Stack } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { ApiError } from '../../api/call-endpoint.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useShownError } from '../../ui/feedback/shown-errors.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { CodesView } from './codes-view.tsx';
import { InviteesView } from './invitees-view.tsx';
import { Overview } from './overview.tsx';
import { OwnPayouts } from './own-payouts.tsx';
import { AGENT_VIEWS, agentQuery } from './query.ts';

/** An agent's page: invited users, earnings, codes to sell and payouts. */
export function AgentPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(agentQuery);
  const agent = useEndpoint(calls.getOwnAgent);
  const { data, error } = agent;
  const isNone = error instanceof ApiError && error.code === 'agent_required';
  useShownError(error);
  return (
    <>
      <PageHeader title={t('agent.title')} note={t('agent.note')} />
      {isNone ? (
        <EmptyState
          icon={IconUserShare}
          title={t('agent.none.title')}
          text={t('agent.none.text')}
        />
      ) : error && !data ? (
        <ErrorState error={error} retry={() => void agent.refetch()} />
      ) : data === undefined ? (
        <Stack aria-busy>
          <Skeleton height={80} />
          <Skeleton height={200} />
        </Stack>
      ) : (
        <>
          <StatusTabs
            label={t('agent.tabs.label')}
            value={query.view}
            choose={(view) => setQuery({ view, p: 1 })}
            tabs={AGENT_VIEWS.map((value) => ({ value, label: t(`agent.tabs.${value}`) }))}
          />
          {query.view === 'overview' ? <Overview agent={data} /> : null}
          {query.view === 'invitees' ? <InviteesView query={query} setQuery={setQuery} /> : null}
          {query.view === 'codes' ? (
            <CodesView agent={data} query={query} setQuery={setQuery} />
          ) : null}
          {query.view === 'payouts' ? (
            <OwnPayouts agent={data} query={query} setQuery={setQuery} />
          ) : null}
        </>
      )}
    </>
  );
}
