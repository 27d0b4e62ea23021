import { Skeleton } from '@mantine/core';
import { hasTeamRole, type Team, type UsageReport } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { dropEmptyBefore } from '../dashboard/drop-empty-before.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';
import { dashboardQuery } from '../dashboard/query.ts';
import { UsageSection } from '../dashboard/usage-section.tsx';
import { MemberShares } from './member-shares.tsx';
import type { TeamViewName } from './query.ts';
import { TeamAttention } from './team-attention.tsx';
import { TeamFigures } from './team-figures.tsx';
import { teamReportQuery } from './team-period.ts';
import { useMemberLimits } from './use-member-limits.ts';
import '../dashboard/dashboard.css';

/** The height that is kept free for the course of the spend. */
const COURSE_HEIGHT = 380;

interface TeamReportProps {
  team: Team;
  choose: (view: TeamViewName) => void;
  deposit: () => void;
}

/** How a team is doing: balance, the last 30 days and their course, members, and what needs attention. */
export function TeamReport({ team, choose, deposit }: TeamReportProps) {
  // Fixed, so that the reads keep their keys.
  const [now] = useState(unixSeconds);
  const [view, setView] = useState(() => dashboardQuery.parse({}));
  const manages = hasTeamRole(team.role, 'admin');
  const period = teamReportQuery(now, browserZone());
  const { start, end } = period;
  const params = { id: team.id };
  const whole = { enabled: manages };
  const by = view.by === 'key' ? 'key' : 'model';
  const wholeReport = useEndpoint(
    calls.getOwnUsageReport,
    { query: { ...period, by, measure: view.measure, piece: view.piece }, team: team.id },
    whole,
  );
  const report = wholeReport.data && dropEmptyBefore(wholeReport.data);
  const forecast = useEndpoint(
    calls.getBalanceForecast,
    { query: { time_zone: browserZone() }, team: team.id },
    whole,
  );
  const members = useEndpoint(calls.listTeamMembers, { params });
  const usage = useEndpoint(calls.getTeamUsage, { params, query: { start, end } });
  const invitations = useEndpoint(calls.listTeamInvitations, { params }, whole);
  const { limits, isLoading } = useMemberLimits(team, members.data ?? [], now);
  // What is short is shown as a whole: if it came bit by bit, it would push away what is being read.
  const isWaiting = isLoading || [members, usage, invitations].some(isFirstRead);
  return (
    <div>
      <TeamFigures
        team={team}
        forecast={forecast.data}
        report={report}
        usage={usage.data}
        members={members.data}
        manages={manages}
        deposit={deposit}
      />
      {isWaiting ? (
        <Skeleton height={COURSE_HEIGHT} radius="md" aria-busy />
      ) : (
        <>
          {manages ? (
            <TeamAttention
              members={members.data ?? []}
              limits={limits}
              invited={invitations.data?.length ?? 0}
              choose={choose}
            />
          ) : null}
          <div
            className={wholeReport.isLoading || hasCourse(report) ? 'dashboard-columns' : undefined}
          >
            {wholeReport.isLoading ? (
              // The report reads a month of calls, so the rest does not wait for it.
              <Skeleton height={COURSE_HEIGHT} radius="md" aria-busy />
            ) : hasCourse(report) ? (
              <UsageSection
                report={report}
                query={view}
                setQuery={(changes) => setView({ ...view, ...changes })}
                canChooseDimension
              />
            ) : null}
            {members.data ? (
              <MemberShares
                members={members.data}
                usage={usage.data}
                limits={limits}
                isWhole={manages}
                showAll={() => choose('members')}
              />
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}

const isFirstRead = (read: { isLoading: boolean }) => read.isLoading;

/** Whether there is anything to draw; the report is refused while the dashboard is turned off. */
const hasCourse = (report: UsageReport | undefined): report is UsageReport =>
  (report?.totals.calls ?? 0) > 0;
