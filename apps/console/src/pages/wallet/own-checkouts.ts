import type { PaymentProviderId } from '@tollgate/contract';
import type { ComponentType } from 'react';
import { CardModal } from './airwallex/card-modal.tsx';
import { CryptoModal } from './cryptomus/crypto-modal.tsx';
import type { PricedTopUp } from './top-up/use-online-payment.ts';

export interface OwnCheckout {
  /** Whether it asks for the amount itself, so that none is validated or priced before. */
  asksForAmount?: boolean;
  Component: ComponentType<{ topUp: PricedTopUp; leave: () => void }>;
}

/** The dialogs of payment providers whose flow is `own`. All other flows share the same dialogs. */
export const OWN_CHECKOUTS: Readonly<Partial<Record<PaymentProviderId, OwnCheckout>>> = {
  airwallex: { Component: CardModal },
  cryptomus: { Component: CryptoModal, asksForAmount: true },
};
