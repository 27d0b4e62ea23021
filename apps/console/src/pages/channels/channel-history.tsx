import { Stack } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ChannelEvents } from './channel-events.tsx';
import { LatencyChart } from './latency-chart.tsx';

const LOOK_AGAIN_MS = 60_000;

/** The latencies of a channel over the last 24 hours, and its recent events. */
export function ChannelHistorySection({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data } = useEndpoint(
    calls.getChannelHistory,
    { params: { id } },
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );
  if (!data) return null;
  return (
    <>
      <Stack gap="xs">
        <LatencyChart history={data} of="first_token_ms" />
        <LatencyChart history={data} of="total_ms" />
      </Stack>
      <Section title={t('channels.history.title')} note={t('channels.history.note')}>
        <ChannelEvents events={data.events} />
      </Section>
    </>
  );
}
