import { Group, Stack, Text } from '@mantine/core';
import type { ChannelEvent } from '@tollgate/contract';
import {
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconPencil,
  IconPlugConnected,
  IconPlugX,
} from '@tabler/icons-react';
import type { i18n, TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { formatUpstreamFault } from '../../ui/format/format-upstream-fault.ts';
import { latencyInWords } from './channel-tags.tsx';

/** Recent events of a channel, newest first. */
export function ChannelEvents({ events }: { events: readonly ChannelEvent[] }) {
  const { t, i18n: texts } = useTranslation();
  if (events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('channels.history.none')}
      </Text>
    );
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {events.map((event, index) => {
        const { tone, icon, label, note } = describeEvent(event, t, texts);
        return (
          <Group
            component="li"
            key={`${event.at}-${events.length - index}`}
            gap="sm"
            wrap="nowrap"
            align="baseline"
          >
            <MomentText seconds={event.at} />
            <span style={{ flex: 'none' }}>
              <StatusTag tone={tone} icon={icon} label={label} />
            </span>
            <Text size="sm" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}

interface DescribedEvent {
  tone: Tone;
  icon: typeof IconPencil;
  label: string;
  note: string;
}

function describeEvent(event: ChannelEvent, t: TFunction, texts: i18n): DescribedEvent {
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  switch (event.kind) {
    case 'cooled': {
      const { seconds, fault, scope, name } = event;
      const what = scope === 'model' ? name : t(`channels.history.scopes.${scope}`);
      return {
        tone: 'warn',
        icon: IconClockPause,
        label: t('channels.history.cooled', { seconds }),
        note: joined(formatUpstreamFault(texts, fault), what),
      };
    }
    case 'back':
      return {
        tone: 'good',
        icon: IconPlugConnected,
        label: t('channels.history.back'),
        note: '',
      };
    case 'disabled':
      return {
        tone: 'bad',
        icon: IconPlugX,
        label: t('channels.history.disabled'),
        note: event.reason,
      };
    case 'enabled':
      return {
        tone: 'good',
        icon: IconPlugConnected,
        label: t('channels.history.enabled'),
        note: '',
      };
    case 'tested':
      return event.cause === null
        ? {
            tone: 'good',
            icon: IconCircleCheck,
            label: t('channels.test.passed'),
            note: joined(latencyInWords(event.ms, t), event.who),
          }
        : {
            tone: 'bad',
            icon: IconCircleX,
            label: t('channels.test.failed'),
            note: joined(
              event.cause.model,
              event.cause.status === 0 ? '' : `HTTP ${event.cause.status}`,
              event.who,
            ),
          };
    case 'changed':
      return {
        tone: 'info',
        icon: IconPencil,
        label: t(`audit.actions.${event.action}` as 'audit.actions.login', {
          defaultValue: event.action,
        }),
        note: joined(
          event.who,
          // In a new channel, every field is new.
          event.action === 'createChannel'
            ? ''
            : event.changes.map(({ field, to }) => `${field} → ${to}`).join(', '),
        ),
      };
  }
}
