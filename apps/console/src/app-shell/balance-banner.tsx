import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { readActingTeam } from '../session/acting-team.ts';
import { isAdmin, useStoredUser } from '../session/session.ts';

/**
 * Warns on every page that calls are refused once the balance is used up. Administrators who never called are
 * not warned.
 */
export function BalanceBanner() {
  const { t } = useTranslation();
  const user = useStoredUser();
  const self = useEndpoint(calls.getSelf, {}, { enabled: user !== undefined });
  const calling = self.data && (!isAdmin(user) || self.data.request_count > 0);
  // Calls for a team use the team's balance.
  if (!calling || self.data.quota > 0 || readActingTeam()) return null;
  return (
    <Alert color="red" mb="md" py="xs">
      <Group gap="xs" wrap="nowrap">
        <IconAlertTriangle size={18} stroke={1.8} color="var(--bad)" aria-hidden />
        <span style={{ flex: 1 }}>{t('shell.balanceEmpty')}</span>
        <Button component={Link} to={pages.wallet.path} size="xs" variant="default">
          {t('shell.topUp')}
        </Button>
      </Group>
    </Alert>
  );
}
