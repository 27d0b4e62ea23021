import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { CryptoTransaction } from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCopy,
  IconHourglass,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { unixSeconds } from '../../../server-clock.ts';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { CopyText, copyText } from '../../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { IconButton } from '../../../ui/display/icon-button.tsx';
import { StatusTag } from '../../../ui/display/status-tag.tsx';
import { useCredit } from '../top-up/use-credit.ts';
import { formatCountdown } from '../../../ui/format/format-countdown.ts';
import { leaveFor } from './leave-for.ts';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { secondsLeft } from './time-left.ts';

const LOOK_EVERY_MS = 3000;

const LOOKS = {
  waiting: { tone: 'info', icon: IconClock },
  partly_paid: { tone: 'warn', icon: IconHourglass },
  confirming: { tone: 'warn', icon: IconHourglass },
  success: { tone: 'good', icon: IconCircleCheck },
  expired: { tone: 'off', icon: IconX },
  failed: { tone: 'bad', icon: IconAlertTriangle },
  underpaid: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** What helps while there is nothing to pay. */
const CARE = {
  confirming: 'wallet.waiting.later',
  expired: 'wallet.crypto.late',
  failed: 'wallet.crypto.late',
  underpaid: 'wallet.crypto.short',
} as const;

const FINAL: ReadonlySet<CryptoTransaction['status']> = new Set([
  'success',
  'expired',
  'failed',
  'underpaid',
]);
const isFinal = (status: CryptoTransaction['status']) => FINAL.has(status);

/** Where to send how many coins and until when; tracks the payment's state. */
export function CryptoTransfer({
  made,
  paid,
  again,
}: {
  made: CryptoTransaction;
  paid: () => void;
  again: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const credit = useCredit();
  const read = useEndpoint(
    calls.getTransactionStatus,
    { params: { id: made.uuid } },
    {
      enabled: !isFinal(made.status),
      refetchIntervalMs: (data) => (data && isFinal(data.status) ? false : LOOK_EVERY_MS),
    },
  );
  const transaction = { ...made, ...read.data };
  const { status, redirect_url: target } = transaction;
  useEffect(() => {
    if (status !== 'success') return;
    paid();
    credit(0);
    leaveFor(target, (to) => void navigate({ to }));
    // Once, when it turns to paid.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);
  const isWaiting = status === 'waiting' || status === 'partly_paid';
  return (
    <Stack gap="md">
      <Group justify="space-between" role="status">
        <StatusTag {...LOOKS[status]} label={t(`wallet.crypto.statuses.${status}`)} />
        {isWaiting ? <TimeLeft {...transaction} /> : null}
      </Group>
      {isWaiting ? (
        <>
          <Text size="sm">
            {t(status === 'waiting' ? 'wallet.crypto.guide' : 'wallet.crypto.rest')}
          </Text>
          <QrCode
            text={transaction.address}
            image={transaction.qrCode}
            label={t('wallet.crypto.qr')}
          />
        </>
      ) : null}
      {/* Nobody should pay again, or to an address that is no longer watched. */}
      <Transfer transaction={transaction} withAddress={isWaiting} />
      {isWaiting ? (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />} p="xs">
          {t('wallet.crypto.only', {
            coin: transaction.pay_currency,
            network: transaction.network,
          })}
        </Alert>
      ) : status === 'success' ? null : (
        <Text size="sm" c="dimmed">
          {t(CARE[status], { number: transaction.uuid })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={again}>
          {t('wallet.crypto.again')}
        </Button>
      </Group>
    </Stack>
  );
}

function Transfer({
  transaction,
  withAddress,
}: {
  transaction: CryptoTransaction;
  withAddress: boolean;
}) {
  const { t } = useTranslation();
  const { amount, currency, pay_amount: coins, pay_currency: coin, address } = transaction;
  const copyable = (text: string, label: string) => (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <CopyText text={text} label={label} whole />
      <IconButton
        label={`${t('ui.copy')}: ${label}`}
        icon={IconCopy}
        run={() => void copyText(text)}
      />
    </Group>
  );
  return (
    <DescriptionList>
      <DescriptionItem name={t('wallet.crypto.price')}>{`${amount} ${currency}`}</DescriptionItem>
      <DescriptionItem name={t('wallet.crypto.pay')}>
        {withAddress ? copyable(coins, `${coins} ${coin}`) : `${coins} ${coin}`}
      </DescriptionItem>
      <DescriptionItem name={t('wallet.crypto.network')}>{transaction.network}</DescriptionItem>
      <DescriptionItem name={t('wallet.crypto.address')} show={withAddress}>
        {copyable(address, address)}
      </DescriptionItem>
    </DescriptionList>
  );
}

function TimeLeft(span: { created_at: number; lifetime: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(unixSeconds);
  const left = secondsLeft(span, now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(unixSeconds()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <Text size="sm" className="tabular" aria-live="off">
      {`${t('wallet.crypto.timeLeft')} `}
      <strong>{isOver ? t('wallet.crypto.expired') : formatCountdown(left)}</strong>
    </Text>
  );
}
