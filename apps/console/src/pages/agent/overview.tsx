import { Alert, Badge, Box, Button, Group, Stack } from '@mantine/core';
import type { OwnAgent } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { TransferDialog } from '../settings/personal/transfer-dialog.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { Months } from './months.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** An agent's earnings and terms, the invitation, and the months. */
export function Overview({ agent }: { agent: OwnAgent }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [transfers, setTransfers] = useState(false);
  return (
    <Stack gap="lg" mt="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge variant="light" size="lg" tt="none">
            {t('agent.terms.share', { percent: agent.share_percent })}
          </Badge>
          {agent.discount_percent > 0 ? (
            <Badge variant="light" size="lg" tt="none" color="gray">
              {t('agent.terms.discount', { percent: agent.discount_percent })}
            </Badge>
          ) : null}
        </Group>
        <Button
          variant="default"
          disabled={agent.available === 0}
          onClick={() => setTransfers(true)}
        >
          {t('agent.transfer')}
        </Button>
      </Group>
      <StatCards mb={0}>
        <StatCard label={t('agent.totals.available')}>
          <Money quota={agent.available} />
        </StatCard>
        <StatCard label={t('agent.totals.pending')}>
          <Money quota={agent.pending} />
        </StatCard>
        <StatCard label={t('agent.totals.earned')}>
          <Money quota={agent.earned} />
        </StatCard>
        <StatCard label={t('agent.totals.invitees')}>{formatNumber(agent.invitees)}</StatCard>
        <StatCard label={t('agent.totals.toppedUp')}>
          <Money quota={agent.topped_up} />
        </StatCard>
      </StatCards>
      {agent.owed > 0 ? (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('agent.totals.owed', { amount: formatQuotaExactly(agent.owed, display) })}
        </Alert>
      ) : null}
      <Box maw={760}>
        <InvitationForm agent={agent} />
      </Box>
      <Months />
      {transfers ? (
        <TransferDialog available={agent.available} close={() => setTransfers(false)} />
      ) : null}
    </Stack>
  );
}
