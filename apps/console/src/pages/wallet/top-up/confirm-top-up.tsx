import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { methodName } from './method-words.ts';
import { useTranslation } from '../../../texts.tsx';
import { useQuotaDisplay } from '../../../status.ts';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { formatPayable } from './payment-methods.ts';
import { type PricedTopUp, type StartedPayment, useStartPayment } from './use-online-payment.ts';
import { formatNumber } from '../../../ui/format/format-number.ts';

/** The amount, its price and the payment method; nothing is ordered before confirmation. */
export function ConfirmTopUp({
  topUp,
  cancel,
  started,
}: {
  topUp: PricedTopUp;
  cancel: () => void;
  started: (payment: StartedPayment) => void;
}) {
  const { t } = useTranslation();
  const { quotaPerUnit } = useQuotaDisplay();
  const start = useStartPayment();
  const { method, amount, payable, currency } = topUp;
  return (
    <FormModal title={t('wallet.confirm.title')} leave={cancel} size="sm">
      <Stack gap="md">
        <Text fw={500}>{t('wallet.confirm.question')}</Text>
        <DescriptionList>
          <DescriptionItem
            name={t('wallet.confirm.quantity')}
          >{`$${formatNumber(amount)}`}</DescriptionItem>
          <DescriptionItem name={t('wallet.confirm.credit')}>
            <Money quota={amount * quotaPerUnit} />
          </DescriptionItem>
          <DescriptionItem name={t('wallet.confirm.pay')}>
            <strong className="tabular">{formatPayable(payable, currency)}</strong>
          </DescriptionItem>
          <DescriptionItem name={t('wallet.confirm.method')}>
            {methodName(t, method)}
          </DescriptionItem>
        </DescriptionList>
        {start.error ? (
          <Alert variant="light" color="red" role="alert" p="xs">
            {start.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            data-autofocus
            loading={start.isPending}
            onClick={() => start.mutate(topUp, { onSuccess: started })}
          >
            {t('wallet.confirm.payWith', {
              sum: formatPayable(payable, currency),
              method: methodName(t, method),
            })}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
