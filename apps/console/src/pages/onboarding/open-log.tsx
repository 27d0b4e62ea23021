import { Anchor } from '@mantine/core';
import type { LogEntry } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';

/** Links to the log row of a call. */
export function OpenLog({ call }: { call: LogEntry }) {
  const { t } = useTranslation();
  return (
    <Anchor
      size="sm"
      component={Link}
      to={pages.log.path}
      search={{ request_id: call.request_id } as never}
    >
      {t('onboarding.openLog')}
    </Anchor>
  );
}
