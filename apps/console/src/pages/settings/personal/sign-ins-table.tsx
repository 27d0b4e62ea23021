import type { SignIn } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { PagedTable, type PagedTableProps } from '../../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../../ui/tables/use-table-preferences.ts';
import { signInColumns } from './sign-in-columns.tsx';

/** The page that the table begins with. */
export const FIRST_SIGN_INS = { p: 1, page_size: 5 };

interface SignInsTableProps {
  list: PagedTableProps<SignIn>['list'];
  page: typeof FIRST_SIGN_INS;
  setPage: (page: typeof FIRST_SIGN_INS) => void;
}

/** A history of sign-ins, of whoever `list` reads it. */
export function SignInsTable({ list, page, setPage }: SignInsTableProps) {
  const { t } = useTranslation();
  const table = useTablePreferences('sign-ins');
  const columns = useMemo(() => signInColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <PagedTable
      label={t('personal.signIns.title')}
      view={view}
      list={list}
      query={page}
      setQuery={(changes) => setPage({ ...page, ...changes })}
      pageSizes={[5, 10, 50]}
      pagerStyle="ends"
      rowId={({ id }) => id}
      skeletonRows={2}
      empty={t('personal.signIns.empty')}
    />
  );
}
