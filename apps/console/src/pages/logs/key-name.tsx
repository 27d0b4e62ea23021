import { Anchor, Badge } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';
import { CopyText } from '../../ui/display/copy.tsx';

/** The name of the key that made a call, or a playground label that links to all playground rows. */
export function KeyName({
  row,
  leads = false,
}: {
  row: { token_id: number; token_name: string };
  /** Links to all calls of the key; otherwise the name can be copied. */
  leads?: boolean;
}) {
  const { t } = useTranslation();
  if (row.token_name === '') return null;
  // The same check as the contract's `isPlaygroundCall`, without loading the contract's validation code.
  if (row.token_id >= 0 && !leads) return <CopyText text={row.token_name} mono={false} />;
  if (row.token_id >= 0)
    return (
      <Anchor
        component={Link}
        className="touch-target"
        to={pages.log.path}
        search={{ token_name: row.token_name } as never}
      >
        {row.token_name}
      </Anchor>
    );
  return (
    <Anchor
      component={Link}
      to={pages.log.path}
      search={{ token_name: row.token_name } as never}
      onClick={(event) => event.stopPropagation()}
    >
      <Badge
        variant="light"
        tt="none"
        fw={500}
        leftSection={<IconMessageChatbot size={13} />}
        style={{ cursor: 'pointer' }}
      >
        {t('ui.playground')}
      </Badge>
    </Anchor>
  );
}
