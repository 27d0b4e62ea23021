import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { methodCare, methodName } from './method-words.ts';
import { formatPayable } from './payment-methods.ts';
import type { PricedTopUp, StartedPayment } from './use-online-payment.ts';

const LOOK_EVERY_MS = 3000;
/** After this time, the payment is only checked on demand. */
const LOOK_FOR_MS = 15 * 60_000;

/** Waits for a payment that is made in another tab, and says when it has arrived. */
export function AwaitPayment({
  payment,
  topUp,
  paidBefore,
  back,
  close,
}: {
  payment: StartedPayment;
  topUp: PricedTopUp;
  /** Total of all previous top-ups, in quota. */
  paidBefore: number;
  back: () => void;
  close: (received: boolean) => void;
}) {
  const { t } = useTranslation();
  const [until] = useState(() => Date.now() + LOOK_FOR_MS);
  const [isMissing, setMissing] = useState(false);
  const self = useEndpoint(
    calls.getSelf,
    {},
    {
      refetchIntervalMs: (data) =>
        Date.now() > until || (data?.total_topup ?? 0) > paidBefore ? false : LOOK_EVERY_MS,
    },
  );
  const added = (self.data?.total_topup ?? paidBefore) - paidBefore;
  const look = async () => {
    const { data, error } = await self.refetch();
    if (error) toastError(error);
    setMissing(data !== undefined && data.total_topup <= paidBefore);
  };
  const leave = () => close(added > 0);
  return (
    <FormModal
      title={t(added > 0 ? 'wallet.waiting.received' : 'wallet.waiting.title')}
      leave={leave}
      size="sm"
    >
      <div role="status">
        {added > 0 ? (
          <Received added={added} />
        ) : (
          <Waiting payment={payment} topUp={topUp} isMissing={isMissing} />
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        {added > 0 ? (
          // Takes the place of the button that may have had the focus.
          <Button autoFocus onClick={leave}>
            {t('wallet.waiting.done')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={back}>
              {t('wallet.waiting.back')}
            </Button>
            <Button onClick={() => void look()}>{t('wallet.waiting.check')}</Button>
          </>
        )}
      </Group>
    </FormModal>
  );
}

function Received({ added }: { added: number }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py="md" ta="center">
      <IconCircleCheck size={44} stroke={1.5} color="var(--status-good)" aria-hidden />
      <Text component="div" fz={20} fw={600}>
        +<Money quota={added} focusable={false} />
      </Text>
      <Text c="dimmed">{t('wallet.waiting.added')}</Text>
    </Stack>
  );
}

function Waiting({
  payment: { link, code, blocked },
  topUp: { method, payable, currency },
  isMissing,
}: {
  payment: StartedPayment;
  topUp: PricedTopUp;
  isMissing: boolean;
}) {
  const { t } = useTranslation();
  const opened = blocked ? 'wallet.waiting.blocked' : 'wallet.waiting.opened';
  const guide = code === undefined ? opened : 'wallet.waiting.scan';
  const care = methodCare(t, method);
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Loader size={20} mt={2} aria-hidden />
        <Text>{t(guide)}</Text>
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('wallet.confirm.pay')}>
          <strong className="tabular">{formatPayable(payable, currency)}</strong>
        </DescriptionItem>
        <DescriptionItem name={t('wallet.confirm.method')}>{methodName(t, method)}</DescriptionItem>
      </DescriptionList>
      {code === undefined ? null : <QrCode text={code} image="" label={t('wallet.waiting.code')} />}
      {link === undefined ? null : (
        <Anchor href={link} target="_blank" rel="noopener noreferrer">
          {t('wallet.waiting.open')}
        </Anchor>
      )}
      <Alert
        variant="light"
        color={isMissing ? 'yellow' : 'slate'}
        p="xs"
        {...(isMissing ? { title: t('wallet.waiting.none') } : {})}
      >
        {care === '' ? null : <Text size="sm">{care}</Text>}
        <Text size="sm">{t('wallet.waiting.later')}</Text>
      </Alert>
    </Stack>
  );
}
