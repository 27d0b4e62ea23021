import { Alert, Skeleton, Stack } from '@mantine/core';
import { ROLE_ROOT, type SystemStatus } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { Age } from '../../ui/display/age.tsx';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RefreshControl } from '../../ui/layout/refresh-control.tsx';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import { LedgerSection } from './ledger-section.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { NodeSection } from './node-section.tsx';
import { NodesSection } from './nodes-section.tsx';

const REFRESH_SECONDS = 10;

/** The gateway's state: whether it issues leases, whether the ledger is balanced, what is in cooldown. */
export function SystemPage() {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(REFRESH_SECONDS);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useEndpoint(
    calls.getSystemStatus,
    {},
    { refetchIntervalMs: usePollInterval(seconds) },
  );
  const isDatabaseAway = error?.code === 'database_unavailable';
  const shownError =
    error && isDatabaseAway
      ? new Error(t('system.health.reasons.database-away'), { cause: error })
      : error;
  const isRoot = (useStoredUser()?.role ?? 0) >= ROLE_ROOT;
  const read = () => void refetch();
  return (
    <>
      <PageHeader
        title={t('system.title')}
        note={t('system.note')}
        age={<Age atMs={dataUpdatedAt} />}
      >
        <RefreshControl
          seconds={seconds}
          setSeconds={setSeconds}
          busy={isFetching && data !== undefined}
          refresh={read}
        />
        {isRoot ? (
          <DownloadButton
            shrinks
            label={t('system.supportBundle')}
            download={() =>
              downloadStream(calls.makeSupportBundle, {}, 'tollgate-support', 'tar.gz')
            }
          />
        ) : null}
      </PageHeader>
      {shownError && !data ? (
        <ErrorState error={shownError} retry={read} />
      ) : !data ? (
        // How high the sections become depends on what they report.
        <Stack gap="xl" aria-busy>
          {[200, 360, 360].map((height, section) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Skeleton key={section} height={height} />
          ))}
        </Stack>
      ) : (
        <Stack gap="xl">
          {shownError ? (
            <Alert color="red" variant="light" role="alert" title={t('system.outdated')}>
              {shownError.message}
            </Alert>
          ) : null}
          <NodeSection
            status={isDatabaseAway ? withDatabaseAway(data) : data}
            isDatabaseAway={isDatabaseAway}
          />
          <LedgerSection reconciliation={data.books} />
          <ChannelsSection channels={data.channels} />
          <JobsSection jobs={data.jobs} />
          <NodesSection nodes={data.nodes} hereId={data.node.id} />
        </Stack>
      )}
    </>
  );
}

/** The status as read before, with what is known now: it can't be read without the database. */
const withDatabaseAway = (status: SystemStatus): SystemStatus => ({
  ...status,
  parts: status.parts.map((part) =>
    part.name === 'database' && part.state === 'ok' ? { ...part, state: 'impaired' } : part,
  ),
});
