import { Stack, Text } from '@mantine/core';
import type { ChannelHealthEntry } from '@tollgate/contract';
import { IconCircleCheck, IconPlayerPause, IconProgressHelp, type Icon } from '@tabler/icons-react';
import type { i18n } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { formatUpstreamFault } from '../../ui/format/format-upstream-fault.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { SectionTable } from './section-table.tsx';

type Channel = ChannelHealthEntry;
const NOTHING = '–';

/** Channels that the node keeps in cooldown, wholly or in part, and those that failed recently. */
export function ChannelsSection({ channels }: { channels: readonly Channel[] | undefined }) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t('system.channels.title')} note={t('system.channels.note')}>
      {channels?.length === 0 ? (
        <StatusTag tone="good" icon={IconCircleCheck} label={t('system.channels.empty')} />
      ) : (
        <SectionTable
          label={t('system.channels.title')}
          columns={channelColumns(i18n)}
          rows={channels}
          empty={null}
        />
      )}
    </Section>
  );
}

function channelColumns(texts: i18n): Column<Channel>[] {
  const { t } = texts;
  type Key = 'name' | 'state' | 'until' | 'parts' | 'fault' | 'minute' | 'answer';
  const column = (key: Key) => ({ key, header: t(`system.channels.${key}`) });
  return [
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: ({ id, name }) => (
        <Text inherit truncate maw={220} title={name}>{`#${id} ${name}`}</Text>
      ),
    },
    {
      ...column('state'),
      mobile: 'badge',
      render: ({ state }) => (
        <StatusTag {...looksOf(state)} label={translateEnum(texts, 'system.states', state)} />
      ),
    },
    {
      ...column('until'),
      render: ({ state, until_ms: until }) =>
        state === 'cooling' ? <RelativeTime seconds={until / 1000} /> : NOTHING,
    },
    { ...column('parts'), render: (channel) => <Parts channel={channel} /> },
    { ...column('fault'), render: ({ last_fault: fault }) => <Fault fault={fault} /> },
    {
      ...column('minute'),
      render: ({ last_minute: minute }) => (
        <span className="tabular">{t('system.channels.minuteText', minute)}</span>
      ),
    },
    {
      ...column('answer'),
      align: 'end',
      render: ({ answer_ms: ms }) =>
        ms === 0 ? NOTHING : t('system.channels.milliseconds', { ms }),
    },
  ];
}

function looksOf(state: string): { tone: Tone; icon: Icon } {
  if (state === 'closed') return { tone: 'good', icon: IconCircleCheck };
  if (state === 'cooling') return { tone: 'warn', icon: IconPlayerPause };
  return { tone: 'info', icon: IconProgressHelp };
}

function Parts({ channel }: { channel: Channel }) {
  const { t, i18n } = useTranslation();
  const words = (state: string) => translateEnum(i18n, 'system.states', state);
  const parts = [
    ...channel.models
      .filter(({ state }) => state !== 'closed')
      .map(({ name, state }) => t('system.channels.model', { name, state: words(state) })),
    ...channel.keys
      .filter(({ state, dead }) => dead || state !== 'closed')
      .map(({ name, state, dead }) =>
        t('system.channels.key', {
          name,
          state: dead ? t('system.channels.dead') : words(state),
        }),
      ),
  ];
  if (parts.length === 0) return NOTHING;
  return (
    <Stack gap={2}>
      {parts.map((part) => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
    </Stack>
  );
}

function Fault({ fault }: { fault: Channel['last_fault'] }) {
  const { i18n } = useTranslation();
  if (!fault) return NOTHING;
  return (
    <Stack gap={2}>
      <span>{formatUpstreamFault(i18n, fault.what)}</span>
      <Text size="xs" c="dimmed" component="span">
        {fault.model} · <RelativeTime seconds={fault.at_ms / 1000} />
      </Text>
    </Stack>
  );
}
