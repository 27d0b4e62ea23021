import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { CryptoTransaction, PaymentCurrency } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useStatus } from '../../../status.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import type { TypedAmount } from '../top-up/top-up-amount.ts';
import { estimateCoins, isTooLow } from './crypto-amount.ts';

const nameOf = ({ currency, network }: PaymentCurrency) => `${currency} / ${network}`;

/** Selects a coin and an amount in dollars. */
export function CryptoForm({
  amount,
  created,
}: {
  amount: number;
  created: (transaction: CryptoTransaction) => void;
}) {
  const { t } = useTranslation();
  const min = useStatus().data?.min_topup ?? 1;
  const list = useEndpoint(calls.listPaymentCurrencies);
  const create = useEndpointMutation(calls.createCryptoTransaction);
  const [name, setName] = useState<string | null>(null);
  const [typed, setTyped] = useState<TypedAmount>(amount || min);
  const [error, setError] = useState<{ coin?: string; amount?: string }>({});
  const chosen = list.data?.find((one) => nameOf(one) === name);
  // At most two decimals, and not negative.
  const dollars = Math.max(0, Math.floor((Number(typed) || 0) * 100) / 100);

  const submit = () => {
    if (!chosen) return setError({ coin: t('wallet.crypto.choose') });
    if (isTooLow(dollars, chosen, min))
      return setError({ amount: t('errors.payment_amount_too_small') });
    const { currency, network } = chosen;
    create.mutate(
      { body: { currency, network, amount: String(dollars) } },
      { onSuccess: created, onError: ({ message }) => setError({ amount: message }) },
    );
  };

  if (list.error && !list.data)
    return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <CurrencySelect
          currencies={list.data}
          value={name}
          set={(value) => {
            setName(value);
            setError({});
          }}
          error={error.coin}
        />
        <NumberInput
          label={t('wallet.crypto.input')}
          prefix="$"
          inputMode="decimal"
          decimalScale={2}
          min={0}
          clampBehavior="strict"
          allowNegative={false}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setError({});
          }}
          error={error.amount}
        />
        <Coins chosen={chosen} dollars={dollars} />
        <Text size="sm" c="dimmed">
          {t('wallet.crypto.guide')}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('wallet.crypto.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CurrencySelect({
  currencies,
  value,
  set,
  error,
}: {
  currencies: readonly PaymentCurrency[] | undefined;
  value: string | null;
  set: (value: string | null) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const byName = new Map(currencies?.map((one) => [nameOf(one), one]));
  return (
    <Select
      label={t('wallet.crypto.currency')}
      placeholder={t('wallet.crypto.choose')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t(currencies?.length ? 'ui.table.noResults' : 'wallet.crypto.none')}
      data={[...byName.keys()]}
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" gap="xs">
          <span>{option.value}</span>
          <Text component="span" size="xs" c="dimmed" className="tabular">
            {t('wallet.crypto.row', {
              rate: byName.get(option.value)?.conversion_rate,
              coin: byName.get(option.value)?.currency,
            })}
          </Text>
        </Group>
      )}
      value={value}
      onChange={set}
      error={error}
      data-autofocus
    />
  );
}

/** The minimum of the coin, and the amount converted to it. */
function Coins({ chosen, dollars }: { chosen: PaymentCurrency | undefined; dollars: number }) {
  const { t } = useTranslation();
  const field = (label: string, value: string) => (
    <TextInput
      label={label}
      readOnly
      variant="filled"
      classNames={{ input: 'tabular' }}
      value={value}
      rightSection={
        <Text size="xs" c="dimmed">
          {chosen?.currency}
        </Text>
      }
      rightSectionWidth={56}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {field(t('wallet.crypto.minimum'), chosen ? String(chosen.min_amount) : '')}
      {field(t('wallet.crypto.estimated'), chosen ? estimateCoins(dollars, chosen) : '')}
    </SimpleGrid>
  );
}
