import { Text } from '@mantine/core';
import type { ChannelHistory } from '@tollgate/contract';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { ReadableSteps } from '../../ui/charts/readable-steps.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { latencyInWords } from './channel-tags.tsx';

/** Hourly latency of a channel over the last 24 hours: median as a solid line, p95 dashed. */
export function LatencyChart({
  history: { edges, pieces },
  of,
}: {
  history: ChannelHistory;
  of: 'first_token_ms' | 'total_ms';
}) {
  const { t } = useTranslation();
  const steps = pieces.flatMap(({ [of]: latency }, hour) =>
    latency
      ? [
          {
            at: hour / Math.max(1, pieces.length - 1),
            name: dayjs.unix(edges[hour] ?? 0).format('HH:mm'),
            texts: [latencyInWords(latency.p50, t), latencyInWords(latency.p95, t)],
          },
        ]
      : [],
  );
  // A single point makes no line.
  if (steps.length < 2) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t(`channels.history.${of}`)}
      </Text>
      <ReadableSteps
        label={t(`channels.history.${of}`)}
        timeName={t('channels.history.hour')}
        columns={['p50', 'p95']}
        steps={steps}
      >
        <Sparkline
          values={pieces.map(({ [of]: latency }) => latency?.p50 ?? null)}
          before={pieces.map(({ [of]: latency }) => latency?.p95 ?? null)}
          height={48}
        />
      </ReadableSteps>
    </div>
  );
}
