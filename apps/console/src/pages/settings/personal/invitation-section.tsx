import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { copyText } from '../../../ui/display/copy.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatCard, StatCards } from '../../../ui/display/stat-card.tsx';
import { OwnCodes } from './own-codes.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { formatNumber } from '../../../ui/format/format-number.ts';

/** Earnings from invitations, the invitation link, and the transfer of earnings to the balance. */
export function InvitationSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const [transfers, setTransfers] = useState(false);
  const code = useEndpoint(calls.getAffiliateCode);
  const link = code.data ? `${location.origin}/register?aff=${code.data}` : '';
  const copy = () => {
    if (link !== '') void copyText(link, t('personal.invitation.copied'));
  };
  return (
    <Section
      title={t('personal.invitation.title')}
      note={t('personal.invitation.note')}
      aside={
        <Button
          variant="default"
          disabled={user.aff_quota === 0}
          onClick={() => setTransfers(true)}
        >
          {t('personal.transfer.action')}
        </Button>
      }
    >
      <StatCards>
        <StatCard label={t('personal.invitation.pending')}>
          <Money quota={user.aff_quota} />
        </StatCard>
        <StatCard label={t('personal.invitation.total')}>
          <Money quota={user.aff_history_quota} />
        </StatCard>
        <StatCard label={t('personal.invitation.count')}>{formatNumber(user.aff_count)}</StatCard>
      </StatCards>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          readOnly
          label={t('personal.invitation.link')}
          value={link}
          error={code.error?.message}
          styles={{ input: { cursor: 'pointer' } }}
          onClick={(event) => {
            event.currentTarget.select();
            copy();
          }}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          disabled={link === ''}
          onClick={copy}
        >
          {t('ui.copy')}
        </Button>
      </Group>
      <OwnCodes />
      {transfers ? (
        <TransferDialog available={user.aff_quota} close={() => setTransfers(false)} />
      ) : null}
    </Section>
  );
}
