import { Button } from '@mantine/core';
import type { BalanceForecast, Team, TeamMember, TeamUsage, UsageReport } from '@tollgate/contract';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { FigureCard } from '../dashboard/figure-card.tsx';
import { LastsText } from '../dashboard/lasts-text.tsx';
import { usageSparkline } from '../dashboard/usage-sparkline.tsx';
import { useFigureFormats } from '../dashboard/use-figure-formats.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

interface TeamFiguresProps {
  team: Team;
  forecast: BalanceForecast | undefined;
  /** Only for those who manage the team. */
  report: UsageReport | undefined;
  usage: readonly TeamUsage[] | undefined;
  members: readonly TeamMember[] | undefined;
  manages: boolean;
  deposit: () => void;
}

/** A team's balance, the spend and calls of the last 30 days, and its keys; plain members see their own. */
export function TeamFigures(props: TeamFiguresProps) {
  const { team, forecast, report, usage, members, manages, deposit } = props;
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  const before = report?.before;
  const sum = (value: (row: TeamUsage) => number) =>
    (usage ?? []).reduce((all, row) => all + value(row), 0);
  const spend = report?.totals.spend ?? sum((row) => row.spend);
  const count = report?.totals.calls ?? sum((row) => row.calls + row.failed);
  const failed = report?.totals.failed ?? sum((row) => row.failed);
  const makers = members?.filter(({ keys }) => keys > 0) ?? [];
  const keys = makers.reduce((all, member) => all + member.keys, 0);
  const known = usage !== undefined || report !== undefined;
  return (
    <div className="figure-grid" data-count={4}>
      <FigureCard
        label={t('team.balance')}
        text={money(team.quota)}
        note={
          <span style={{ whiteSpace: 'normal' }}>
            {forecast ? (
              <LastsText forecast={forecast} />
            ) : (
              t('team.overview.everUsed', { value: money(team.used_quota) })
            )}
          </span>
        }
        course={
          <Button
            className="wrapping"
            size="xs"
            mt="auto"
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={deposit}
          >
            {t('team.deposit.title')}
          </Button>
        }
      >
        <Money quota={team.quota} />
      </FigureCard>
      <FigureCard
        label={t(manages ? 'team.overview.spend' : 'team.overview.ownSpend')}
        text={money(spend)}
        change={{ now: spend, before: before?.spend, better: 'neither' }}
        note={before ? t('dashboard.versus', { value: money(before.spend) }) : '\u00a0'}
        course={report ? usageSparkline(report, (figures) => figures.spend) : null}
      >
        {known ? <Money quota={spend} /> : '–'}
      </FigureCard>
      <FigureCard
        label={t(manages ? 'team.overview.calls' : 'team.overview.ownCalls')}
        text={formatNumber(count)}
        change={{ now: count, before: before?.calls, better: 'up' }}
        note={failed > 0 ? t('team.overview.failed', { count: failed }) : '\u00a0'}
        course={report ? usageSparkline(report, (figures) => figures.calls) : null}
      >
        {known ? formatNumber(count) : '–'}
      </FigureCard>
      <FigureCard
        label={t(manages ? 'team.overview.teamKeys' : 'team.overview.ownKeys')}
        note={
          <span style={{ whiteSpace: 'normal' }}>
            {manages
              ? t('team.overview.makers', { makers: makers.length, members: team.members })
              : t('team.overview.people', { count: team.members })}
          </span>
        }
      >
        {members ? formatNumber(keys) : '–'}
      </FigureCard>
    </div>
  );
}
