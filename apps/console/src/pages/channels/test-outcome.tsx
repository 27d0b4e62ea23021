import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { latencyInWords } from './channel-tags.tsx';
import type { ModelTestResult } from './test-model.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Whether a test passed, how long it took and the status of its response. */
export function TestOutcome({ result }: { result: ModelTestResult }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm">
      {result.passed ? (
        <StatusTag tone="good" icon={IconCircleCheck} label={t('channels.test.passed')} />
      ) : (
        <StatusTag tone="bad" icon={IconCircleX} label={t('channels.test.failed')} />
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {[
          result.firstByteMs === null
            ? ''
            : t('channels.test.firstByte', { time: latencyInWords(result.firstByteMs, t) }),
          result.seconds === 0
            ? ''
            : t('channels.latency.milliseconds', {
                milliseconds: formatNumber(Math.round(result.seconds * 1000)),
              }),
          result.status === 0 ? '' : `HTTP ${result.status}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Group>
  );
}
