import type { ChannelRow } from '@tollgate/contract';
import { IconCircleCheck, IconPlayerPause, IconProgressHelp } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { formatRelativeTime } from '../../ui/format/format-time.ts';
import { HintText } from '../../ui/display/hint-text.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';

const HELD_STATES = ['cooling', 'half-open', 'trial', 'dead'] as const;
type Held = (typeof HELD_STATES)[number];
const isHeld = (state: string): state is Held => (HELD_STATES as readonly string[]).includes(state);

/** The health state of a channel, model or key; details on hover and focus. */
export function StateTag({ state, untilMs }: { state: string; untilMs: number }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (!isHeld(state))
    return (
      <StatusTag tone="good" icon={IconCircleCheck} label={t('channels.health.states.closed')} />
    );
  const time = formatRelativeTime(Math.max(now, untilMs / 1000), now, i18n.language);
  const tone = state === 'dead' ? 'bad' : state === 'cooling' ? 'warn' : 'info';
  return (
    <HintText hint={t(`channels.health.hints.${state}`, { time })}>
      <StatusTag
        tone={tone}
        icon={state === 'cooling' || state === 'dead' ? IconPlayerPause : IconProgressHelp}
        label={t(`channels.health.states.${state}`)}
      />
    </HintText>
  );
}

/** Whether a row should be refreshed soon because part of it recovers by itself. */
export function isInTrouble({ health, children = [] }: ChannelRow): boolean {
  return (
    children.some(isInTrouble) ||
    (health !== undefined &&
      (health.state !== 'closed' || health.models_resting + health.keys_resting > 0))
  );
}
