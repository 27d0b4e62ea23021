import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';
import type { LogQuery } from './query.ts';

/** Links to the log rows of a call: those that match the search. */
export function LogLink({ search }: { search: Partial<LogQuery> }) {
  const { t } = useTranslation();
  return (
    <Anchor
      component={Link}
      size="sm"
      className="touch-target"
      to={pages.log.path}
      // The routes are generated from a table, so their types know no search parameters.
      search={search as never}
    >
      {t('ui.openLog')}
    </Anchor>
  );
}
