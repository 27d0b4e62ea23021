import { Button, Group, Loader, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleX,
  IconPlayerStopFilled,
  IconSquareRounded,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { type Completion, isRefused } from './conversation.ts';
import { LogLink } from '../logs/log-link.tsx';
import { tokensPerSecond } from './estimate-cost.ts';

const seconds = (ms: number) => (ms / 1000).toFixed(2);

/** The state of an answer, its cost and its speed. */
export function Receipt({
  completion,
  aboutQuota,
  stop,
}: {
  completion: Completion;
  /** The estimated cost; undefined without a known price. */
  aboutQuota: number | undefined;
  stop: () => void;
}) {
  const { t } = useTranslation();
  const { state, firstTokenMs, totalMs, promptTokens, completionTokens, requestId } = completion;
  const speed = tokensPerSecond(completion);
  return (
    <div className="playground-receipt">
      <Group justify="space-between" gap="xs" mih={26}>
        <Group gap="xs">
          <State state={state} />
          {state === 'streaming' ? (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPlayerStopFilled size={11} />}
              onClick={stop}
            >
              {t('playground.stop')}
            </Button>
          ) : null}
        </Group>
        <Cost completion={completion} aboutQuota={aboutQuota} />
      </Group>
      <Group justify="space-between" gap="xs" className="tabular" c="dimmed">
        <Group gap="sm">
          {firstTokenMs === undefined ? null : (
            <span>{t('playground.firstToken', { seconds: seconds(firstTokenMs) })}</span>
          )}
          {totalMs === undefined ? null : (
            <span>{t('playground.total', { seconds: seconds(totalMs) })}</span>
          )}
          {speed === undefined ? null : (
            <span>{t('playground.speed', { speed: Math.round(speed) })}</span>
          )}
        </Group>
        <Group gap="sm">
          {completionTokens === undefined ? null : (
            <span>
              {t('playground.tokens', { prompt: promptTokens, completion: completionTokens })}
            </span>
          )}
          {requestId === undefined || state === 'streaming' ? null : (
            <LogLink search={{ request_id: requestId }} />
          )}
        </Group>
      </Group>
    </div>
  );
}

function State({ state }: { state: Completion['state'] }) {
  const { t } = useTranslation();
  switch (state) {
    case 'streaming':
      return (
        <Group gap={6} c="var(--status-info)">
          <Loader size={13} color="currentColor" aria-hidden />
          {t('playground.state.streaming')}
        </Group>
      );
    case 'done':
      return <StatusTag tone="good" icon={IconCircleCheck} label={t('playground.state.done')} />;
    case 'stopped':
      return (
        <StatusTag tone="off" icon={IconSquareRounded} label={t('playground.state.stopped')} />
      );
    case 'failed':
      return <StatusTag tone="bad" icon={IconCircleX} label={t('playground.state.failed')} />;
  }
}

/** The charge in the log; until known, an estimate. */
function Cost({
  completion,
  aboutQuota,
}: {
  completion: Completion;
  aboutQuota: number | undefined;
}) {
  const { t } = useTranslation();
  if (typeof completion.quota === 'number')
    return (
      <Text component="span" fw={600} className="tabular" data-testid="cost">
        <Money quota={completion.quota} exact />
      </Text>
    );
  // A refused call is not charged.
  if (completion.state === 'failed' && isRefused(completion))
    return (
      <Text component="span" size="sm" c="dimmed">
        {t('playground.notCharged')}
      </Text>
    );
  // The log never had it.
  if (completion.quota === null)
    return (
      <Text component="span" size="sm" c="dimmed">
        {t('playground.noCharge')}
      </Text>
    );
  if (aboutQuota === undefined) return null;
  return (
    <Text component="span" size="sm" className="tabular">
      {t('playground.about')} <Money quota={aboutQuota} />
    </Text>
  );
}
