import { Group } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ModelText } from '../../ui/content/model-text.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import type { Completion } from './conversation.ts';
import { FailureAlert } from './failure-alert.tsx';
import { Receipt } from './receipt.tsx';
import { ToolCalls } from './tool-calls.tsx';

export interface CompletionViewProps {
  completion: Completion;
  /** The model and group for a retry. */
  model: string;
  group: string;
  /** Whether it is the last answer of its side: only then can tool results be entered. */
  isLast: boolean;
  aboutQuota: number | undefined;
  stop: () => void;
  again: () => void;
  give: (results: Record<string, string>) => void;
}

/** One answer: thinking, text and tool calls, how it ended, and its cost. */
export const AnswerView = memo(
  function CompletionView({
    completion,
    isLast,
    aboutQuota,
    stop,
    again,
    give,
  }: CompletionViewProps) {
    const { t } = useTranslation();
    const isGrowing = completion.state === 'streaming';
    return (
      <div className="playground-answer">
        <Thinking completion={completion} />
        {completion.text === '' ? null : <ModelText text={completion.text} growing={isGrowing} />}
        {completion.toolCalls.length === 0 ? null : (
          <ToolCalls
            toolCalls={completion.toolCalls}
            give={isLast && completion.state === 'done' ? give : undefined}
          />
        )}
        {completion.failure ? (
          <FailureAlert
            failure={completion.failure}
            requestId={completion.requestId}
            again={again}
          />
        ) : null}
        <Receipt completion={completion} aboutQuota={aboutQuota} stop={stop} />
        {isGrowing || completion.failure ? null : (
          <Group gap={4} mt={4} justify="flex-end">
            <IconButton
              icon={IconCopy}
              label={t('ui.copy')}
              run={() => void copyText(completion.text)}
            />
            <IconButton icon={IconRefresh} label={t('playground.again')} run={again} />
          </Group>
        )}
      </div>
    );
  },
  (before, after) =>
    before.completion === after.completion &&
    before.model === after.model &&
    before.group === after.group &&
    before.isLast === after.isLast &&
    before.aboutQuota === after.aboutQuota,
);

function Thinking({ completion: { thinking, thoughtMs, state } }: { completion: Completion }) {
  const { t } = useTranslation();
  if (thinking === '') return null;
  const title =
    thoughtMs === undefined
      ? t(state === 'streaming' ? 'playground.thinking' : 'playground.thoughts')
      : t('playground.thoughtFor', { seconds: (thoughtMs / 1000).toFixed(1) });
  return (
    <details className="playground-thinking">
      <summary>{title}</summary>
      <div>{thinking}</div>
    </details>
  );
}
