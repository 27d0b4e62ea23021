import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { unbroken } from '../../ui/format/unbroken.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ActivityStrip } from './activity-strip.tsx';
import { latencyInWords } from './channel-tags.tsx';
import { formatShare, sumActivity, useOneChannelActivity } from './use-channel-activity.ts';

/** The last 24 hours of one channel by quarter of an hour, with their totals. */
export function ChannelActivitySection({ id }: { id: number }) {
  const { t } = useTranslation();
  const { activity, isLoaded } = useOneChannelActivity(id);
  const { calls: count, failures, share } = sumActivity(activity);
  const { first_token_ms: first } = activity;
  const words = isLoaded ? t('channels.activity.label', { calls: count, failures }) : ' ';
  return (
    <Section title={t('channels.activity.title')}>
      <ActivityStrip activity={activity} label={words.trim()} wide />
      <Text size="sm" c="dimmed" mt={6} className="tabular">
        {[
          words,
          count === 0 ? '' : t('channels.activity.share', { share: formatShare(share) }),
          first
            ? t('channels.activity.firstToken', {
                p50: unbroken(latencyInWords(first.p50, t)),
                p95: unbroken(latencyInWords(first.p95, t)),
              })
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Section>
  );
}
