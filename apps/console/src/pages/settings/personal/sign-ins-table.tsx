import type { SignIn } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../../texts.tsx';
import type { PagedTableProps } from '../../../ui/tables/paged-table.tsx';
import { SectionTable, type TablePage } from '../../../ui/tables/section-table.tsx';
import { signInColumns } from './sign-in-columns.tsx';

/** The initial page of the table. */
export const FIRST_SIGN_INS: TablePage = { p: 1, page_size: 5 };

interface SignInsTableProps {
  list: PagedTableProps<SignIn>['list'];
  page: TablePage;
  setPage: (page: TablePage) => void;
}

/** A sign-in history, of the user that `list` was fetched for. */
export function SignInsTable({ list, page, setPage }: SignInsTableProps) {
  const { t } = useTranslation();
  const columns = useMemo(() => signInColumns(t), [t]);
  return (
    <SectionTable
      name="sign-ins"
      label={t('personal.signIns.title')}
      columns={columns}
      list={list}
      page={page}
      setPage={setPage}
      skeletonRows={2}
      empty={t('personal.signIns.empty')}
    />
  );
}
