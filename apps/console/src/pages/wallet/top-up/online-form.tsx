import { Stack } from '@mantine/core';
import { type PaymentMethod, paymentProviderOf } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { ApiError } from '../../../api/call-endpoint.ts';
import { useStatus } from '../../../status.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { useLocalStorage } from '../../../ui/hooks/use-local-storage.ts';
import { OWN_CHECKOUTS } from '../own-checkouts.ts';
import { AmountField } from './amount-field.tsx';
import { MethodCards } from './method-cards.tsx';
import {
  listMethods,
  type MethodCard,
  type PaymentFlags,
  preferredCard,
} from './payment-methods.ts';
import { suggestedDollars, type TypedAmount, wholeDollars } from './top-up-amount.ts';
import { type PricedTopUp, usePriceTopUp } from './use-online-payment.ts';

/** Local storage key of the last method used in this browser. */
const LAST_METHOD = 'payment_method';

const ABOUT_AMOUNT = ['topup_amount_invalid', 'topup_below_minimum', 'payment_amount_too_small'];

const isAboutAmount = (error: Error) =>
  error instanceof ApiError && ABOUT_AMOUNT.includes(error.code ?? '');

const asksItself = ({ provider }: MethodCard) => OWN_CHECKOUTS[provider]?.asksForAmount === true;

/** The form for amount and payment method. */
export function OnlineForm({
  flags,
  amount: typed,
  setAmount,
  priced,
}: {
  flags: PaymentFlags;
  amount: TypedAmount;
  setAmount: (amount: TypedAmount) => void;
  /** Called once the price is known from the server, or left to the provider's own checkout. */
  priced: (topUp: PricedTopUp) => void;
}) {
  const { t } = useTranslation();
  const status = useStatus().data;
  const min = status?.min_topup ?? 1;
  const [error, setError] = useState<string | undefined>(undefined);
  const [last, setLast] = useLocalStorage<PaymentMethod | undefined>(LAST_METHOD, undefined);
  const price = usePriceTopUp();
  const methods = listMethods(flags);
  const byDefault = status?.topup_default_method;
  const preferred = preferredCard(methods, last, byDefault);
  // Every enabled method asks for the amount itself, so this field would have no effect.
  const isAmountAskedLater = methods.every((card) => !card.on || asksItself(card));
  const [pointed, setPointed] = useState<MethodCard | undefined>(undefined);
  const chosen = pointed?.on ? pointed : preferred;

  const choose = ({ method, provider, on }: MethodCard) => {
    const { disabledError } = paymentProviderOf(provider);
    if (!on) return toastError(new Error(t(`errors.${disabledError}`)));
    const amount = typed === '' ? suggestedDollars(min) : wholeDollars(typed);
    const ownCheckout = OWN_CHECKOUTS[provider];
    if (ownCheckout?.asksForAmount) {
      setLast(method);
      return priced({ method, amount, payable: '', currency: '' });
    }
    if (ownCheckout && amount <= 0) return setError(t('errors.topup_amount_invalid'));
    if (amount < min) return setError(t('errors.topup_below_minimum', { min }));
    setLast(method);
    price.mutate(
      { method, amount },
      {
        onSuccess: priced,
        onError: (refusal) =>
          isAboutAmount(refusal) ? setError(refusal.message) : toastError(refusal),
      },
    );
  };
  const submit = () => {
    if (preferred) choose(preferred);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <AmountField
          value={typed}
          set={(value) => {
            setError(undefined);
            setAmount(value);
          }}
          min={min}
          quick={status?.topup_amounts?.map(Number) ?? []}
          note={chosen && asksItself(chosen) ? t('wallet.modal.amountLater') : undefined}
          error={error}
          disabled={isAmountAskedLater}
        />
        <MethodCards
          methods={methods}
          last={last}
          byDefault={preferred?.method === byDefault ? preferred?.method : undefined}
          busy={price.isPending ? price.variables.method : undefined}
          choose={choose}
          point={setPointed}
        />
      </Stack>
    </form>
  );
}
