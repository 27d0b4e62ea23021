import { Text } from '@mantine/core';
import { IconEraser, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useQuotaDisplay } from '../../status.ts';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { AnswerView } from './completion-view.tsx';
import type { Turn } from './conversation.ts';
import { estimateCost, estimateTokens } from './estimate-cost.ts';
import { ModelPicker } from './model-picker.tsx';
import { Starters } from './starters.tsx';
import type { Chat } from './use-chat.ts';
import type { Models } from '../../ui/hooks/use-models.ts';

/** Within this distance of the end, in pixels, the view follows new text. */
const NEAR_END = 80;

/** Suggestions for a first question. */
const STARTERS = ['explain', 'write', 'code'] as const;

/** One model's side of the conversation. */
export function Side({
  chat,
  side,
  model,
  group,
  models,
  choose,
  send,
  close,
  stacked,
}: {
  chat: Chat;
  side: number;
  model: string;
  /** The selected group, or ''. */
  group: string;
  models: Models;
  choose: (model: string) => void;
  /** Asks all sides. */
  send: (text: string) => void;
  /** Closes the side; the first one is cleared instead. */
  close: (() => void) | undefined;
  /** Whether two models share the width. */
  stacked: boolean;
}) {
  const { t } = useTranslation();
  const { turns } = chat.current;
  const log = useFollowedEnd();
  return (
    <section className="playground-side" aria-label={model}>
      <div className="playground-side-head">
        <ModelPicker
          models={models.names}
          model={model}
          choose={choose}
          label={t(side === 0 ? 'playground.model' : 'playground.otherModel')}
          price={models.priceOf(model)}
          groupRatio={models.groupRatio}
          stacked={stacked}
        />
        {close ? (
          <IconButton icon={IconX} label={t('playground.closeSide')} run={close} />
        ) : (
          <IconButton icon={IconEraser} label={t('playground.newChat')} run={chat.openNew} />
        )}
      </div>
      {/* Scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="playground-talk" ref={log} tabIndex={0} role="log" aria-label={model}>
        {turns.length === 0 ? (
          <Starters
            text={t('playground.empty')}
            {...(side === 0 && model !== ''
              ? { examples: STARTERS.map((name) => t(`playground.starters.${name}`)) }
              : {})}
            choose={send}
          />
        ) : null}
        {turns.map((turn, index) => (
          <TurnView
            key={turn.id}
            {...{ chat, turn, side, model, group, models }}
            isLast={index === turns.length - 1}
            before={turns.slice(0, index + 1)}
          />
        ))}
      </div>
    </section>
  );
}

function TurnView({
  chat,
  turn,
  side,
  model,
  group,
  models,
  isLast,
  before,
}: {
  chat: Chat;
  turn: Turn;
  side: number;
  model: string;
  group: string;
  models: Models;
  isLast: boolean;
  before: readonly Turn[];
}) {
  const { t } = useTranslation();
  const completions = turn.sides[side] ?? [];
  const { quotaPerUnit } = useQuotaDisplay();
  const lost = turn.pictures.length > 0 ? 0 : (turn.lostPictures ?? 0);
  return (
    <>
      <div className="playground-question">
        {turn.pictures.map((url) => (
          <img key={url} src={url} alt="" />
        ))}
        {lost === 0 ? null : (
          <Text size="xs" c="dimmed">
            {t('playground.lostPictures', { count: lost })}
          </Text>
        )}
        {turn.text}
      </div>
      {completions.map((completion, step) => {
        const position = { turnId: turn.id, side, step };
        return (
          <AnswerView
            // Steps are only ever added or replaced.
            // oxlint-disable-next-line react/no-array-index-key
            key={step}
            completion={completion}
            model={model}
            group={group}
            isLast={isLast && step === completions.length - 1}
            aboutQuota={aboutQuota(models, completion, before, { side, quotaPerUnit })}
            stop={() => chat.stop(position)}
            again={() => chat.again(position, { model, group })}
            give={(results) => chat.giveResults(position, { model, group }, results)}
          />
        );
      })}
    </>
  );
}

/** Estimates the cost of an answer, by its reported tokens or else by its length. */
function aboutQuota(
  models: Models,
  completion: Turn['sides'][number][number],
  before: readonly Turn[],
  { side, quotaPerUnit }: { side: number; quotaPerUnit: number },
): number | undefined {
  const price = models.priceOf(completion.model);
  const promptTexts = before.flatMap((turn) => [
    turn.text,
    ...(turn.sides[side] ?? []).filter((each) => each !== completion).map(({ text }) => text),
  ]);
  const promptTokens =
    completion.promptTokens ?? promptTexts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const completionTokens =
    completion.completionTokens ??
    estimateTokens(completion.text) + estimateTokens(completion.thinking);
  return estimateCost(price, models.groupRatio, {
    answerTokens: completionTokens,
    promptTokens,
    quotaPerUnit,
  });
}

/** Keeps the view at the end of the chat while it is there; does not move it if the user has scrolled up. */
function useFollowedEnd() {
  const log = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const fromEnd = height.current - box.scrollTop - box.clientHeight;
    if (fromEnd < NEAR_END) box.scrollTop = box.scrollHeight;
    height.current = box.scrollHeight;
  });
  return log;
}
