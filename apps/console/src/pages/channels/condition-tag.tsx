import { type ChannelCondition, type ChannelRow, CHANNEL_CONDITIONS } from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClockExclamation,
  IconClockPause,
  type Icon,
  IconKey,
  IconPlugConnectedX,
  IconProgressCheck,
  IconWalletOff,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { HintText } from '../../ui/display/hint-text.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { causeTitle } from './test-cause.ts';

const LOOKS: Record<ChannelCondition, { tone: Tone; icon: Icon }> = {
  healthy: { tone: 'good', icon: IconCircleCheck },
  slow: { tone: 'warn', icon: IconClockExclamation },
  cooling: { tone: 'warn', icon: IconClockPause },
  probing: { tone: 'info', icon: IconProgressCheck },
  key_rejected: { tone: 'bad', icon: IconCircleX },
  out_of_credit: { tone: 'bad', icon: IconWalletOff },
  auto_disabled: { tone: 'bad', icon: IconPlugConnectedX },
  test_failed: { tone: 'bad', icon: IconAlertTriangle },
  untested: { tone: 'off', icon: IconCircleDashed },
  off: { tone: 'off', icon: IconCircleMinus },
};

/** Conditions that are less important than unavailable keys. */
const USABLE: ReadonlySet<ChannelCondition> = new Set(['healthy', 'slow', 'untested']);

/** A channel's condition as icon and label, with a countdown while it cools down. */
export function ConditionTag({ row }: { row: ChannelRow }) {
  const { t } = useTranslation();
  if (row.key_unreadable) return <UnreadableTag />;
  if (row.children) return <WorstOf rows={row.children} />;
  const { condition = 'untested', health } = row;
  if (condition === 'cooling') return <Cooling untilMs={health?.until_ms ?? 0} />;
  const out = (health?.keys_dead ?? 0) + (health?.keys_resting ?? 0);
  if (out > 0 && health && out < health.key_count && USABLE.has(condition))
    return (
      <HintText hint={hintFor(row, t)}>
        <StatusTag
          tone="warn"
          icon={IconKey}
          label={t('channels.health.keys', {
            out,
            count: health.key_count,
          })}
        />
      </HintText>
    );
  const tag = <StatusTag {...LOOKS[condition]} label={t(`channels.conditions.${condition}`)} />;
  const hint = hintFor(row, t);
  return hint === '' ? tag : <HintText hint={hint}>{tag}</HintText>;
}

type Translate = ReturnType<typeof useTranslation>['t'];

/**
 * Returns what the label alone does not say: the reason, or which keys and models of a usable channel cool
 * down.
 */
function hintFor(
  { condition, status_reason, test_fault, health }: ChannelRow,
  t: Translate,
): string {
  if (condition === 'test_failed' && test_fault) return causeTitle(test_fault, t);
  if (status_reason !== '') return status_reason;
  if (!health) return '';
  const { keys_dead: dead, keys_resting: resting, models_resting: models } = health;
  if (dead + resting > 0) return t('channels.health.keysHint', { dead, resting });
  return models > 0 ? t('channels.health.models', { count: models }) : '';
}

function Cooling({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation();
  const left = Math.max(0, Math.round(untilMs / 1000) - useNow());
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return <StatusTag {...LOOKS.cooling} label={`${t('channels.conditions.cooling')} ${time}`} />;
}

/** Conditions by urgency; a tag shows the most urgent one and how many of its channels have it. */
const URGENCY: readonly ChannelCondition[] = [
  'key_rejected',
  'out_of_credit',
  'auto_disabled',
  'test_failed',
  'cooling',
  'probing',
  'slow',
];

function WorstOf({ rows }: { rows: readonly ChannelRow[] }) {
  const { t } = useTranslation();
  const worst = URGENCY.find((name) => rows.some(({ condition }) => condition === name));
  const shared =
    worst ?? CHANNEL_CONDITIONS.find((name) => rows.every((row) => row.condition === name));
  const condition = shared ?? 'healthy';
  const count = rows.filter((row) => row.condition === worst).length;
  const word = t(`channels.conditions.${condition}`);
  return <StatusTag {...LOOKS[condition]} label={worst ? `${count} · ${word}` : word} />;
}
