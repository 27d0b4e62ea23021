import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pages } from '../index.ts';

/** A button that opens the audit log of one object, of the last year. */
export function AuditLink({
  subject,
  id,
  label,
}: {
  subject: 'channel' | 'user';
  id: number;
  label: string;
}) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconHistory size={14} />}
      component={Link}
      to={pages.audit.path}
      // The routes are generated from a table, so their types know no search parameters.
      search={{ subject, object_id: String(id), range: '1y' } as never}
    >
      {label}
    </Button>
  );
}
