import { Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PaymentIntent } from '@tollgate/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { type ApiError, callEndpoint } from '../../../api/call-endpoint.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import type { PricedTopUp } from '../top-up/use-online-payment.ts';
import { useStatus } from '../../../status.ts';
import { pages } from '../../index.ts';
import { useOptionFlags } from '../top-up/use-payment-flags.ts';
import { logCardWidget } from './log-card-widget.ts';
import { mountCardWidget, WIDGET_SIZE } from './mount-card-widget.ts';

/** Pays by card in the provider's own form, whose input the console can't read. */
export function CardModal({ topUp, leave }: { topUp: PricedTopUp; leave: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOn = useOptionFlags();
  const live = isOn('LiveAirwallex', useStatus().data?.live_airwallex);
  const paid = () => void navigate({ to: pages.checkoutSuccess.path });
  // Each attempt is a separate order: a failed one can't be ordered again.
  const [attempt, setAttempt] = useState(newAttempt);
  const intent = useIntent(attempt, topUp.amount);
  const again = () => setAttempt(newAttempt());
  return (
    <FormModal
      title={t('wallet.card.title')}
      leave={leave}
      size={WIDGET_SIZE.width + 40}
      closeOnClickOutside={false}
    >
      <Group justify="space-between" mb="sm">
        <Text c="dimmed">{t('wallet.card.amount')}</Text>
        <Text fz={20} fw={600} className="tabular">
          {`$${intent.data?.amount ?? topUp.payable}`}
        </Text>
      </Group>
      {intent.error ? (
        <ErrorState error={intent.error} retry={again} />
      ) : intent.data ? (
        <Widget intent={intent.data} live={live} paid={paid} />
      ) : (
        <Loading />
      )}
    </FormModal>
  );
}

const newAttempt = () => `card-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

function useIntent(attempt: string, amount: number) {
  return useQuery<PaymentIntent, ApiError>({
    queryKey: ['payment-intent', attempt],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: () =>
      callEndpoint(calls.createPaymentIntent, { body: describeOrder(attempt, amount) }),
  });
}

/** Describes the order in the provider's format: a single product at this price in dollars. */
function describeOrder(attempt: string, amount: number) {
  const currency = 'USD' as const;
  const product = {
    url: location.origin,
    name: 'Charge',
    desc: 'Charge',
    unit_price: amount,
    currency,
    quantity: 1,
  };
  return {
    request_id: attempt,
    merchant_order_id: attempt,
    amount,
    currency,
    order: { products: [product] },
  };
}

function Widget({
  intent,
  live,
  paid,
}: {
  intent: PaymentIntent;
  live: boolean;
  paid: () => void;
}) {
  const { t, i18n } = useTranslation();
  const target = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [tries, setTries] = useState(1);
  const done = useRef(paid);
  done.current = paid;
  useEffect(() => {
    let isGone = false;
    let unmount: (() => void) | undefined;
    setState('loading');
    mountCardWidget({
      intent,
      target: target.current as HTMLDivElement,
      live,
      language: i18n.language,
      ready: () => setState('ready'),
      paid: () => done.current(),
    }).then(
      (takeAway) => {
        unmount = takeAway;
        if (isGone) takeAway();
      },
      (error: unknown) => {
        logCardWidget('error', error);
        if (!isGone) setState('failed');
      },
    );
    return () => {
      isGone = true;
      unmount?.();
    };
    // The form keeps the language that it was opened in: what is typed in it would be lost.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [intent, live, tries]);
  return (
    <div className="card-widget" style={{ width: WIDGET_SIZE.width, height: WIDGET_SIZE.height }}>
      {state === 'loading' ? <Loading /> : null}
      {state === 'failed' ? (
        <ErrorState error={new Error(t('wallet.card.failed'))} retry={() => setTries(tries + 1)} />
      ) : null}
      <div ref={target} data-testid="card-widget" hidden={state === 'failed'} />
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Stack align="center" py="xl" role="status">
      <Loader />
      <Text c="dimmed">{t('wallet.card.loading')}</Text>
    </Stack>
  );
}
