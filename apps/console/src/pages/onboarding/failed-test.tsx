import { Alert, Button, Group, Text } from '@mantine/core';
import type { OnboardingStep } from '@tollgate/contract';
import { IconCircleX, IconKey, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { addTexts } from '../../language.ts';
import { causeFix, causeTitle } from '../channels/test-cause.ts';
import { testModel } from '../channels/test-model.ts';
import { pages } from '../index.ts';

/** Why the test of a channel failed, the most likely fix, and a button to test again. */
export function FailedTest({ id, name, cause }: NonNullable<OnboardingStep['failed']>) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const [ready, setReady] = useState(false);
  const [testing, setTesting] = useState(false);
  // The texts of the channels are only loaded on a failure.
  useEffect(() => void addTexts(['channels']).then(() => setReady(true)), []);
  if (!ready) return null;
  const again = async () => {
    setTesting(true);
    // The result is stored on the channel and read from there.
    await testModel(id, cause.model).catch(() => undefined);
    await refetch([calls.getOnboarding]);
    setTesting(false);
  };
  const edit = pages.channelEdit.path.replace('$id', String(id));
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconCircleX size={18} />}
      title={`${name}: ${causeTitle(cause, t)}`}
      mt="xs"
      role="status"
    >
      <Text size="sm">{t('channels.causes.likelyFix', { fix: causeFix(cause, t) })}</Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          className="onboarding-button"
          loading={testing}
          leftSection={<IconRefresh size={14} />}
          onClick={() => void again()}
        >
          {t('channels.test.again')}
        </Button>
        <Button
          size="xs"
          variant="default"
          className="onboarding-button"
          component={Link}
          to={edit}
          {...(cause.code === 'key_rejected'
            ? { state: { focus: 'key' } as never, leftSection: <IconKey size={14} /> }
            : {})}
        >
          {t(
            cause.code === 'key_rejected'
              ? 'onboarding.steps.test.replaceKey'
              : 'onboarding.steps.test.mend',
          )}
        </Button>
      </Group>
    </Alert>
  );
}
