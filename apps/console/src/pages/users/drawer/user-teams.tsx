import type { User } from '@tollgate/contract';
import { useMemo, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { SectionTable } from '../../../ui/tables/section-table.tsx';
import { teamColumns } from '../../teams/columns.tsx';

/** The most important columns; the teams page has the others. */
const SHOWN = new Set(['name', 'owner', 'balance', 'status']);

/** A user's teams, newest first. */
export function UserTeams({ user }: { user: User }) {
  const { t } = useTranslation();
  const [page, setPage] = useState({ p: 1, page_size: 10 });
  const list = useEndpoint(calls.listTeams, { query: { ...page, user_id: user.id } });
  const columns = useMemo(() => teamColumns(t).filter(({ key }) => SHOWN.has(key)), [t]);
  return (
    <SectionTable
      name="user-teams"
      label={t('users.tabs.teams')}
      columns={columns}
      list={list}
      page={page}
      setPage={setPage}
      pageSizes={[10, 50]}
      skeletonRows={2}
      empty={t('users.teamsEmpty')}
    />
  );
}
