import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { callsOf } from './calls-of.ts';
import { DeliveriesView } from './deliveries-view.tsx';
import { EventsView } from './events-view.tsx';
import { NOTIFICATION_OWNERS, NOTIFICATION_VIEWS, notificationQuery } from './query.ts';
import { TargetsView } from './targets-view.tsx';
import { TemplatesView } from './templates-view.tsx';

/** Subscriptions and targets of notifications; administrators also manage the site's. */
export function NotificationsPage() {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const [query, setQuery] = useUrlState(notificationQuery);
  const owner = admin ? query.owner : 'own';
  const views = NOTIFICATION_VIEWS.filter((one) => one !== 'templates' || owner === 'site');
  const view = views.find((one) => one === query.view) ?? 'events';
  const calls = callsOf(owner);
  const overview = useEndpoint(calls.read);
  const { error } = overview;
  // While the other owner's data loads, the previous owner's stays on screen and must not be edited as
  // theirs.
  const data = overview.isPlaceholderData ? undefined : overview.data;
  const shared = { calls, owner };
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        note={t(owner === 'site' ? 'notifications.siteNote' : 'notifications.note')}
      >
        {admin ? (
          <SegmentedControl
            aria-label={t('notifications.owners.label')}
            value={owner}
            onChange={(chosen) => setQuery({ owner: chosen, p: 1 })}
            data={NOTIFICATION_OWNERS.map((value) => ({
              value,
              label: t(`notifications.owners.${value}`),
            }))}
          />
        ) : null}
      </PageHeader>
      <StatusTabs
        label={t('notifications.tabs.label')}
        value={view}
        choose={(chosen) => setQuery({ view: chosen, p: 1 })}
        tabs={views.map((value) => ({ value, label: t(`notifications.tabs.${value}`) }))}
      />
      {error && !data ? (
        <ErrorState error={error} retry={() => void overview.refetch()} />
      ) : data === undefined ? (
        <Stack aria-busy mt="md">
          <Skeleton height={80} />
          <Skeleton height={200} />
        </Stack>
      ) : (
        <Fragment key={owner}>
          {view === 'events' ? <EventsView {...shared} overview={data} /> : null}
          {view === 'targets' ? <TargetsView {...shared} overview={data} /> : null}
          {view === 'deliveries' ? (
            <DeliveriesView {...shared} query={query} setQuery={setQuery} />
          ) : null}
          {view === 'templates' ? <TemplatesView /> : null}
        </Fragment>
      )}
    </>
  );
}
