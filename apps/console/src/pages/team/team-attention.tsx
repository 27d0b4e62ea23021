import { Button, Paper, Text, Title } from '@mantine/core';
import type { TeamMember } from '@tollgate/contract';
import { type Icon, IconGauge, IconMailQuestion, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { LimitText } from '../../ui/display/limit-text.tsx';
import { type KeyLimit, limitTone } from '../../ui/format/key-limits.ts';
import type { TeamViewName } from './query.ts';

interface Item {
  key: string;
  tone: 'bad' | 'warn' | 'info';
  icon: Icon;
  title: string;
  note?: React.ReactNode;
  action: { label: string; run: () => void };
}

interface TeamAttentionProps {
  members: readonly TeamMember[];
  limits: ReadonlyMap<number, KeyLimit>;
  /** Number of pending invitations. */
  invited: number;
  choose: (view: TeamViewName) => void;
}

/**
 * Lists what the managers of a team should look at, worst first, each with a way to fix it; nothing if all is
 * well. The card of the balance warns of that itself.
 */
export function TeamAttention(props: TeamAttentionProps) {
  const { t } = useTranslation();
  const items = useItems(props);
  if (items.length === 0) return null;
  return (
    <Paper
      className="panel attention"
      component="section"
      mb={12}
      aria-label={t('dashboard.attention.title')}
    >
      <Title order={2} className="attention-head">
        {t('dashboard.attention.title')}
      </Title>
      <ul>
        {items.map(({ key, tone, icon: IconOf, title, note, action }) => (
          <li key={key}>
            <IconOf size={18} stroke={1.7} aria-hidden style={{ color: `var(--${tone})` }} />
            <div className="attention-text">
              <Text size="sm" fw={500}>
                {title}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {note}
              </Text>
            </div>
            <Button size="compact-sm" variant="subtle" onClick={action.run}>
              {action.label}
            </Button>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function useItems({ members, limits, invited, choose }: TeamAttentionProps): Item[] {
  const { t } = useTranslation();
  const review = (view: TeamViewName) => ({
    label: t('team.attention.review'),
    run: () => choose(view),
  });
  const atLimit = members.flatMap(({ user_id: id, username: who }): Item[] => {
    const limit = limits.get(id);
    const tone = limit ? limitTone(limit) : 'good';
    if (!limit || tone === 'good') return [];
    const title = t(tone === 'bad' ? 'team.attention.limitHit' : 'team.attention.limitNear', {
      who,
    });
    const note = <LimitText limit={limit} />;
    return [{ key: `limit ${id}`, tone, icon: IconGauge, title, note, action: review('members') }];
  });
  const stopped = members
    .filter(({ active, keys }) => !active && keys > 0)
    .map(({ user_id: id, username: who, keys: count }): Item => ({
      key: `stopped ${id}`,
      tone: 'warn',
      icon: IconUserOff,
      title: t('team.attention.stopped', { who }),
      note: t('team.attention.stoppedNote', { count }),
      action: review('members'),
    }));
  const waiting: Item = {
    key: 'invited',
    tone: 'info',
    icon: IconMailQuestion,
    title: t('team.attention.invited', { count: invited }),
    note: t('team.attention.invitedNote'),
    action: review('invitations'),
  };
  return [
    ...atLimit.toSorted((one, other) => one.tone.localeCompare(other.tone)),
    ...stopped,
    ...(invited > 0 ? [waiting] : []),
  ];
}
