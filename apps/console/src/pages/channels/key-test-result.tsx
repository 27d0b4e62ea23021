import { Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { FaultBox } from './fault-box.tsx';
import { TestOutcome } from './test-outcome.tsx';
import type { TestState } from './use-tests.ts';

/** The result of a key's test, below its row. */
export function KeyTestResult({ result }: { result: TestState | undefined }) {
  const { t } = useTranslation();
  if (result === undefined) return null;
  if (result === 'running') return <Loader size="xs" aria-label={t('channels.test.running')} />;
  return (
    <Stack role="status" gap="xs" pb="xs">
      <TestOutcome result={result} />
      {result.cause ? (
        <FaultBox cause={result.cause} />
      ) : result.excerpt === '' ? null : (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {result.excerpt}
        </Text>
      )}
    </Stack>
  );
}
