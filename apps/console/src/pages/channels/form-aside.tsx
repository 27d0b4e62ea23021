import { List, Paper, Stack, Text } from '@mantine/core';
import { CHANNEL_ENABLED, type Channel } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChannelActivitySection } from './channel-activity-section.tsx';
import { ChannelHealth } from './channel-health.tsx';
import { ChannelHistorySection } from './channel-history.tsx';

/** Beside the form: how an existing channel does, or what saving a new one does (on a phone in the form). */
export function FormAside({ channel }: { channel: Channel | undefined }) {
  return channel ? (
    <Paper withBorder p="md" component="aside">
      <Stack>
        <ChannelActivitySection id={channel.id} />
        <ChannelHistorySection id={channel.id} />
        {channel.status === CHANNEL_ENABLED ? <ChannelHealth id={channel.id} /> : null}
      </Stack>
    </Paper>
  ) : (
    <Paper withBorder p="md" component="aside" visibleFrom="lg">
      <NextSteps />
    </Paper>
  );
}

/** What happens once a new channel is saved. */
export function NextSteps() {
  const { t } = useTranslation();
  return (
    <Section title={t('channels.next.title')}>
      <List type="ordered" spacing="xs" size="sm" pl="lg">
        <List.Item>{t('channels.next.test')}</List.Item>
        <List.Item>{t('channels.next.passed')}</List.Item>
        <List.Item>{t('channels.next.failed')}</List.Item>
      </List>
      <Text size="sm" c="dimmed" mt="sm">
        {t('channels.next.later')}
      </Text>
    </Section>
  );
}
