import { Button, Group, Stack, Text } from '@mantine/core';
import type { Payout } from '@tollgate/contract';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { UserLink } from '../users/user-link.tsx';
import type { Decision } from './decide-form.tsx';
import { PayoutState } from './payout-state.tsx';

/** One payout: where to pay it, and how it ended. */
export function PayoutPeek({
  payout,
  decide,
}: {
  payout: Payout;
  decide: (decision: Decision) => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Group justify="space-between" align="baseline">
        <Text fz={24} fw={600} className="tabular" component="div">
          <Money quota={payout.amount} />
        </Text>
        <PayoutState state={payout.state} t={t} />
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('agent.admin.agent')}>
          <UserLink id={payout.user_id} username={payout.username} />
        </DescriptionItem>
        <DescriptionItem name={t('agent.admin.account')} show={payout.account !== ''}>
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {payout.account}
            </Text>
            <IconButton
              label={t('agent.admin.copyAccount')}
              icon={IconCopy}
              run={() => void copyText(payout.account)}
            />
          </Group>
        </DescriptionItem>
        <DescriptionItem name={t('agent.payouts.time')}>
          <MomentText seconds={payout.created_at} />
        </DescriptionItem>
        <DescriptionItem name={t('agent.admin.ended')} show={payout.ended_at > 0}>
          <MomentText seconds={payout.ended_at} />
        </DescriptionItem>
        <DescriptionItem name={t('agent.payouts.note')} show={payout.note !== ''}>
          {payout.note}
        </DescriptionItem>
      </DescriptionList>
      {payout.state === 'requested' ? (
        <Group gap="xs">
          <Button onClick={() => decide({ payout, outcome: 'settle' })}>
            {t('agent.admin.settle')}
          </Button>
          <Button
            variant="default"
            c="var(--bad)"
            onClick={() => decide({ payout, outcome: 'refuse' })}
          >
            {t('agent.admin.refuse')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
