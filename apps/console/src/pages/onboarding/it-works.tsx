import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { LogEntry } from '@tollgate/contract';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { DOCS_PATH, pages } from '../index.ts';
import { LogLink } from '../logs/log-link.tsx';

/** The receipt of the first successful call, and what to do next; stays until closed. */
export function ItWorks({ call, close }: { call: LogEntry; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Paper
      className="onboarding"
      component="section"
      aria-label={t('onboarding.works.title')}
      withBorder
      mb="md"
      p="md"
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconCircleCheckFilled size={22} className="onboarding-state" aria-hidden />
        <div className="onboarding-text">
          <Title order={2}>{t('onboarding.works.title')}</Title>
          <Group gap="sm" mt={4}>
            <span className="mono">{call.model_name}</span>
            <Money quota={call.quota} exact />
            <LogLink search={{ request_id: call.request_id }} />
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {t('onboarding.works.next')}
          </Text>
          <Group gap="md" mt={4}>
            <Anchor size="sm" className="touch-target" href={DOCS_PATH}>
              {t('onboarding.works.client')}
            </Anchor>
            <Anchor size="sm" className="touch-target" component={Link} to={pages.apiKeys.path}>
              {t('onboarding.works.limit')}
            </Anchor>
            <Anchor size="sm" className="touch-target" component={Link} to={pages.playground.path}>
              {t('onboarding.works.playground')}
            </Anchor>
          </Group>
        </div>
        <Button variant="default" onClick={close} className="onboarding-button">
          {t('onboarding.works.close')}
        </Button>
      </Group>
    </Paper>
  );
}
