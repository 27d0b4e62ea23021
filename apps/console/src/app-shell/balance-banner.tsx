import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { useAsksToTopUp } from '../pages/onboarding/use-onboarding.ts';
import type { Page } from '../pages/page-entry.ts';
import { readActingTeam } from '../session/acting-team.ts';
import { isAdmin, useStoredUser } from '../session/session.ts';

/** The pages that show the onboarding list. */
const WITH_ONBOARDING: ReadonlySet<Page | undefined> = new Set([pages.dashboard, pages.apiKeys]);

/**
 * Warns that calls are refused once the balance is used up: on every page but the wallet, which says so
 * itself, and those whose onboarding list asks to top up. Administrators who never called are not warned.
 */
export function BalanceBanner({ page }: { page: Page | undefined }) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const self = useEndpoint(calls.getSelf, {}, { enabled: user !== undefined });
  const calling = self.data && (!isAdmin(user) || self.data.request_count > 0);
  const isAsked = useAsksToTopUp(WITH_ONBOARDING.has(page)) || page === pages.wallet;
  // Calls for a team use the team's balance.
  if (isAsked || !calling || self.data.quota > 0 || readActingTeam()) return null;
  return (
    <Alert color="red" mb="md" py="xs">
      <Group gap="xs" wrap="nowrap">
        <IconAlertTriangle size={18} stroke={1.8} color="var(--bad)" aria-hidden />
        <span style={{ flex: 1 }}>{t('shell.balanceEmpty')}</span>
        <Button
          component={Link}
          to={pages.wallet.path}
          state={{ topUp: true } as never}
          size="xs"
          variant="default"
        >
          {t('shell.topUp')}
        </Button>
      </Group>
    </Alert>
  );
}
