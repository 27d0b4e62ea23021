import { Box, List, Paper, Stack, Text } from '@mantine/core';
import { CHANNEL_ENABLED, type Channel } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChannelActivitySection } from './channel-activity-section.tsx';
import { ChannelHealth } from './channel-health.tsx';
import { ChannelHistorySection } from './channel-history.tsx';
import { sumActivity, useOneChannelActivity } from './use-channel-activity.ts';

/** Beside the form: how an existing channel does, or what saving a new one does. */
export function FormAside({ channel }: { channel: Channel | undefined }) {
  return (
    <Paper withBorder p="md" component="aside" visibleFrom="lg">
      {channel ? <HowItDoes channel={channel} /> : <NextSteps />}
    </Paper>
  );
}

/** The same above the form's buttons, where there is no space beside it. */
export function FormFoot({ channel }: { channel: Channel | undefined }) {
  return <Box hiddenFrom="lg">{channel ? <ActivityFold channel={channel} /> : <NextSteps />}</Box>;
}

function ActivityFold({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  const { activity, isLoaded } = useOneChannelActivity(channel.id);
  const { calls: count, failures } = sumActivity(activity);
  return (
    <Fold
      title={t('channels.activity.title')}
      value={isLoaded ? t('channels.activity.label', { calls: count, failures }) : ''}
      startsOpen={false}
    >
      <HowItDoes channel={channel} />
    </Fold>
  );
}

function HowItDoes({ channel }: { channel: Channel }) {
  return (
    <Stack>
      <ChannelActivitySection id={channel.id} />
      <ChannelHistorySection id={channel.id} />
      {channel.status === CHANNEL_ENABLED ? <ChannelHealth id={channel.id} /> : null}
    </Stack>
  );
}

/** What happens once a new channel is saved. */
function NextSteps() {
  const { t } = useTranslation();
  return (
    <Section title={t('channels.next.title')}>
      <List type="ordered" spacing="xs" size="sm" pl="lg">
        <List.Item>{t('channels.next.fetch')}</List.Item>
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
