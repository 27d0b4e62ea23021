import { Alert, Group, Progress, Text } from '@mantine/core';
import type { DataOf, endpoints } from '@tollgate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { CHANNEL_LISTS } from './use-channel-mutation.ts';

type Round = DataOf<(typeof endpoints)['getTestProgress']>;
const RUNNING_MS = 1000;
/** Another administrator may start it. */
const IDLE_MS = 15_000;
const FAILURES_SHOWN = 8;

/**
 * Progress and result of the test of many channels. It runs on the server, so it continues after leaving the
 * page.
 */
export function TestProgress() {
  const client = useQueryClient();
  const { data: round } = useEndpoint(
    calls.getTestProgress,
    {},
    { refetchIntervalMs: (last) => (last?.running ? RUNNING_MS : IDLE_MS) },
  );
  /** The round whose end is not shown: the last one before this page was opened, or a dismissed one. */
  const [known, setKnown] = useState<string | undefined>(undefined);
  if (round && known === undefined) setKnown(round.running ? '' : nameOf(round));
  const isNews = round !== undefined && known !== undefined && nameOf(round) !== known;
  const done = isNews ? round.done : 0;
  useEffect(() => {
    // Refreshes times and states of the channels tested since.
    if (done === 0) return;
    for (const { path } of CHANNEL_LISTS) void client.invalidateQueries({ queryKey: [path] });
  }, [client, done]);
  if (!isNews) return null;
  return round.running ? (
    <Running round={round} />
  ) : (
    <Finished round={round} close={() => setKnown(nameOf(round))} />
  );
}

const nameOf = ({ started_at, finished_at }: Round) => `${started_at} ${finished_at}`;

function Running({ round: { done, total, failed } }: { round: Round }) {
  const { t } = useTranslation();
  return (
    <Alert mb="sm" color="gate" variant="light" role="status">
      <Group justify="space-between" gap="xs" mb={6}>
        <Text fw={500}>{t('channels.test.progress', { done, total })}</Text>
        {failed > 0 ? (
          <Text c="var(--status-bad)">{t('channels.test.failedSoFar', { failed })}</Text>
        ) : null}
      </Group>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('channels.menu.testAll')}
      />
    </Alert>
  );
}

function Finished({ round, close }: { round: Round; close: () => void }) {
  const { t } = useTranslation();
  const { failed, failures, total } = round;
  return (
    <Alert
      mb="sm"
      color={failed > 0 ? 'yellow' : 'gate'}
      variant="light"
      role="status"
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={close}
      title={t(failed > 0 ? 'channels.test.finished' : 'channels.test.finishedWell', {
        total,
        failed,
      })}
    >
      {failed > 0 ? (
        <ul className="parts">
          {failures.slice(0, FAILURES_SHOWN).map((failure) => (
            <li key={failure.id}>{t('channels.test.failure', failure)}</li>
          ))}
          {failed > FAILURES_SHOWN ? <li>…</li> : null}
        </ul>
      ) : null}
    </Alert>
  );
}
