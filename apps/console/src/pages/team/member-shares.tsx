import { Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import type { TeamMember, TeamUsage } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { MemberLimit } from './member-limit.tsx';
import { Money } from '../../ui/display/money.tsx';
import { type KeyLimit, limitTone } from '../../ui/format/key-limits.ts';
import { formatShare } from '../dashboard/use-figure-formats.ts';

const SHOWN = 8;

interface MemberSharesProps {
  members: readonly TeamMember[];
  /** Undefined until known. */
  usage: readonly TeamUsage[] | undefined;
  limits: ReadonlyMap<number, KeyLimit>;
  /** Plain members know only their own spend, so shares would be wrong. */
  isWhole: boolean;
  showAll: () => void;
}

/** The members of a team by spend: their share, keys, and the limit nearest to its end. */
export function MemberShares({ members, usage, limits, isWhole, showAll }: MemberSharesProps) {
  const { t } = useTranslation();
  const spends = new Map(usage?.map(({ user_id: id, spend }) => [id, Math.max(0, spend)]));
  const total = [...spends.values()].reduce((sum, spend) => sum + spend, 0);
  const ranked = members.toSorted(
    (one, other) => (spends.get(other.user_id) ?? 0) - (spends.get(one.user_id) ?? 0),
  );
  return (
    <Paper className="panel" component="section" aria-label={t('team.tabs.members')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('team.tabs.members')}</Title>
        <Button size="compact-sm" variant="subtle" onClick={showAll}>
          {t(isWhole ? 'team.overview.manageMembers' : 'team.overview.allMembers')}
        </Button>
      </Group>
      {ranked.slice(0, SHOWN).map((member) => (
        <MemberRow
          key={member.user_id}
          member={member}
          spend={
            usage && (isWhole || member.keys >= 0) ? (spends.get(member.user_id) ?? 0) : undefined
          }
          total={isWhole ? total : 0}
          limit={limits.get(member.user_id)}
        />
      ))}
    </Paper>
  );
}

interface MemberRowProps {
  member: TeamMember;
  /** Undefined if the reader may not see it. */
  spend: number | undefined;
  /** What all members spent; 0 shows no share. */
  total: number;
  limit: KeyLimit | undefined;
}

const LIMIT_COLORS = { good: 'inherit', warn: 'var(--warn)', bad: 'var(--bad)' } as const;

function MemberRow({
  member: { username, display_name: name, role, active, keys, limits },
  spend,
  total,
  limit,
}: MemberRowProps) {
  const { t } = useTranslation();
  return (
    <div className="limit-row">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={500} truncate>
          {name || username}{' '}
          <Text span size="xs" c="dimmed" fw={400}>
            {active ? t(`team.roles.${role}`) : t('team.member.inactive')}
          </Text>
        </Text>
        {spend === undefined ? null : (
          <Text size="sm" className="tabular" style={{ flexShrink: 0 }}>
            <Money quota={spend} />
          </Text>
        )}
      </Group>
      {spend === undefined || total === 0 ? null : (
        <Progress
          value={(spend / total) * 100}
          size={5}
          my={5}
          color="var(--c1)"
          aria-label={t('team.overview.shareOf', { who: username })}
        />
      )}
      {spend === undefined ? null : (
        <Group justify="space-between" align="flex-start" gap={8}>
          <Text size="xs" c="dimmed" className="tabular">
            {total === 0 ? null : `${formatShare(spend, total, 0)} · `}
            {t('team.overview.keys', { count: keys })}
          </Text>
          <Text
            size="xs"
            ta="end"
            c={limit ? LIMIT_COLORS[limitTone(limit)] : 'dimmed'}
            className="tabular"
            component="div"
          >
            <MemberLimit limit={limit} models={limits?.models ?? ''} />
          </Text>
        </Group>
      )}
    </div>
  );
}
