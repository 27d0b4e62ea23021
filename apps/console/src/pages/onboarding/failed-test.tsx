import { Alert, Text } from '@mantine/core';
import type { OnboardingStep } from '@tollgate/contract';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { addTexts } from '../../language.ts';
import { causeFix, causeTitle } from '../channels/test-cause.ts';

/** Why the test of a channel failed, and what most likely mends it. */
export function FailedTest({ name, cause }: NonNullable<OnboardingStep['failed']>) {
  const { t } = useTranslation();
  const [ready, setReady] = useState(false);
  // Only who meets a failure pays for the texts of the channels.
  useEffect(() => void addTexts(['channels']).then(() => setReady(true)), []);
  if (!ready) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconCircleX size={18} />}
      title={`${name}: ${causeTitle(cause, t)}`}
      mt="xs"
    >
      <Text size="sm">{t('channels.causes.likelyFix', { fix: causeFix(cause, t) })}</Text>
    </Alert>
  );
}
