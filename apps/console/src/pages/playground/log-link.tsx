import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';

/** Links to the log row of a call. */
export function LogLink({ requestId }: { requestId: string }) {
  const { t } = useTranslation();
  return (
    <Text
      component={Link}
      to={pages.log.path}
      search={{ request_id: requestId } as never}
      size="sm"
      c="var(--mantine-color-anchor)"
    >
      {t('playground.inLog')}
    </Text>
  );
}
