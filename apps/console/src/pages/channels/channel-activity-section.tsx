import { Text } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ActivityStrip } from './activity-strip.tsx';
import { latencyInWords } from './channel-tags.tsx';
import { formatShare, sumActivity } from './use-channel-activity.ts';

const LOOK_AGAIN_MS = 60_000;
const NONE = { answered: Array.from({ length: 96 }, () => 0), failed: [], first_token_ms: null };

/** The last 24 hours of one channel by quarter of an hour, with their totals. */
export function ChannelActivitySection({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data } = useEndpoint(
    calls.listChannelActivity,
    { query: { ids: String(id), piece: 'quarter' } },
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );
  const activity = data?.channels.find((one) => one.id === id) ?? NONE;
  const { calls: count, failures, share } = sumActivity(activity);
  const { first_token_ms: first } = activity;
  const words = data ? t('channels.activity.label', { calls: count, failures }) : ' ';
  return (
    <Section title={t('channels.activity.title')}>
      <ActivityStrip activity={activity} label={words.trim()} wide />
      <Text size="sm" c="dimmed" mt={6} className="tabular">
        {[
          words,
          count === 0 ? '' : t('channels.activity.share', { share: formatShare(share) }),
          first
            ? t('channels.activity.firstToken', {
                p50: latencyInWords(first.p50, t),
                p95: latencyInWords(first.p95, t),
              })
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Section>
  );
}
