import { Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { LogEntry, Payload, PayloadReplay } from '@tollgate/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { readOther } from '../read-other.ts';
import { PlainWords } from './plain-words.tsx';
import { readResponseText } from './read-messages.ts';
import { formatNumber } from '../../../ui/format/format-number.ts';

/** The maximum number of channels that the server returns at once. */
const CHANNELS = 100;

/** Replays the call on a selected channel, and shows both responses next to each other. */
export function ReplayPanel({ payload, row }: { payload: Payload; row: LogEntry }) {
  const { t } = useTranslation();
  const [channel, setChannel] = useState<string | null>(null);
  const query = { p: 1, page_size: CHANNELS, model: payload.model };
  const channels = useEndpoint(calls.searchChannels, { query }, { enabled: payload.replayable });
  const replay = useEndpointMutation(calls.replayPayload);
  if (!payload.replayable) return <Text c="dimmed">{t('logs.payload.notReplayable')}</Text>;
  const send = () =>
    replay.mutate(
      { params: { id: payload.id }, body: { channel: Number(channel) } },
      { onError: toastError },
    );
  return (
    <Stack gap="xs" component="section">
      <Title order={4} size="sm">
        {t('logs.payload.replay')}
      </Title>
      <Text size="xs" c="dimmed">
        {t('logs.payload.replayNote')}
      </Text>
      <Group gap="xs" align="end">
        <Select
          label={t('logs.columns.channel')}
          searchable
          placeholder={t('logs.payload.pick')}
          value={channel}
          onChange={setChannel}
          data={(channels.data?.items ?? []).map(({ id, name }) => ({
            value: String(id),
            label: `#${id} ${name}`,
          }))}
          style={{ flex: 1 }}
        />
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          loading={replay.isPending}
          disabled={channel === null}
          onClick={send}
        >
          {t('logs.payload.send')}
        </Button>
      </Group>
      <div aria-live="polite">
        {replay.data ? <Comparison payload={payload} row={row} replay={replay.data} /> : null}
      </div>
    </Stack>
  );
}

/** Scrolls to the responses, which appear below the end of the drawer. */
const reveal = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

interface Compared {
  payload: Payload;
  row: LogEntry;
  replay: PayloadReplay;
}

function Comparison({ payload: { response }, row, replay }: Compared) {
  const { t } = useTranslation();
  const describe = (
    status: number,
    ms: number | undefined,
    prompt: number | null,
    completion: number | null,
  ) =>
    [
      status || t('logs.payload.noAnswer'),
      ...(ms === undefined ? [] : [t('routing.milliseconds', { ms: formatNumber(ms) })]),
      ...(prompt === null || completion === null
        ? []
        : [
            t('logs.payload.tokens', {
              prompt: formatNumber(prompt),
              completion: formatNumber(completion),
            }),
          ]),
    ].join(' · ');
  const { prompt_tokens: prompt, completion_tokens: completion } = row;
  return (
    <SimpleGrid ref={reveal} cols={{ base: 1, sm: 2 }} spacing="sm">
      <Side
        title={t('logs.payload.stored')}
        facts={describe(response?.status ?? 0, readOther(row).total_ms, prompt, completion)}
        text={response?.text ?? ''}
      />
      <Side
        title={`#${replay.channel} ${replay.channel_name} · ${replay.model}`}
        facts={describe(replay.status, replay.ms, replay.prompt_tokens, replay.completion_tokens)}
        text={replay.text}
      />
    </SimpleGrid>
  );
}

function Side({ title, facts, text }: { title: string; facts: string; text: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {facts}
      </Text>
      <PlainWords label={title} text={readResponseText(text) || text} />
    </div>
  );
}
