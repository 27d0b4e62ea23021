import {
  type MethodOf,
  type PaymentMethod,
  paymentProviderOf,
  providerIdOf,
} from '@tollgate/contract';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { calls } from 'virtual:calls';
import { ApiError, callEndpoint, callForEnvelope } from '../../../api/call-endpoint.ts';
import { isHttpUrl } from '../../../ui/format/is-http-url.ts';
import { postForm } from './post-form.ts';

/** A top-up that was priced and waits for a yes. */
export interface PricedTopUp {
  method: PaymentMethod;
  /** Whole dollars to buy. */
  amount: number;
  /** What they cost, as the server says. */
  payable: string;
  /** What they are paid in. */
  currency: string;
}

/** Where a payment goes on. */
export interface StartedPayment {
  method: PaymentMethod;
  /** The page to pay at; absent where a form was posted or a code is shown. */
  link?: string;
  /** What the code to scan says. */
  code?: string;
  /** The browser kept the page from opening. */
  blocked: boolean;
}

/** Asks the server what a top-up costs. Fails with words for the person, by method. */
export function usePriceTopUp() {
  return useMutation<PricedTopUp, ApiError, Omit<PricedTopUp, 'payable' | 'currency'>>({
    mutationFn: async ({ method, amount }) => {
      try {
        const body = { amount, top_up_code: '', payment_method: method };
        const { data, currency } = await callForEnvelope(calls.getPayableAmount, { body });
        return { method, amount, payable: data, currency };
      } catch (error) {
        throw inWords(error, (reason) =>
          paymentProviderOf(providerIdOf(method)).flow === 'own'
            ? i18next.t('wallet.errors.verifyFailed', { reason })
            : i18next.t('wallet.errors.amountFailed', { data: reason }),
        );
      }
    },
  });
}

/** Orders a priced top-up, and posts the form or opens the page where it is paid. */
export function useStartPayment() {
  return useMutation<StartedPayment, ApiError, PricedTopUp>({
    mutationFn: async ({ method, amount }) => {
      const { flow } = paymentProviderOf(providerIdOf(method));
      if (flow === 'form') return payByForm(method, amount);
      const url = await orderPage(method, amount);
      if (flow === 'qr') return { method, code: url, blocked: false };
      if (!isHttpUrl(url))
        throw new ApiError(i18next.t('wallet.errors.linkFailed'), { status: 200 });
      return { method, link: url, blocked: !openInTab(url) };
    },
  });
}

async function payByForm(method: PaymentMethod, amount: number): Promise<StartedPayment> {
  try {
    const { url, data } = await order(method, amount);
    if (postForm(url, data)) return { method, blocked: false };
  } catch (error) {
    throw inWords(error, (reason) => i18next.t('wallet.errors.payFailedFor', { reason }));
  }
  throw new ApiError(i18next.t('wallet.errors.payFailed'), { status: 200 });
}

async function orderPage(method: PaymentMethod, amount: number): Promise<string> {
  try {
    return (await order(method, amount)).url;
  } catch (error) {
    throw error instanceof ApiError && error.isTold
      ? error
      : inWords(error, () => i18next.t('wallet.errors.linkFailed'));
  }
}

/** Orders at the endpoint of the provider: a page, a form, or the text of a code. */
async function order(
  method: PaymentMethod,
  amount: number,
): Promise<{ url: string; data: Readonly<Record<string, string>> }> {
  const body = { amount, top_up_code: '' };
  if (paymentProviderOf(providerIdOf(method)).orderedBy === 'pay')
    return callForEnvelope(calls.pay, {
      body: { ...body, payment_method: method as MethodOf<'pay'> },
    });
  const url = await callEndpoint(calls.payWithStablecoin, {
    body: { ...body, payment_method: method as MethodOf<'payWithStablecoin'> },
  });
  return { url: typeof url === 'string' ? url : '', data: {} };
}

/** Opens an address in a tab that can’t reach back into this one; answers whether the browser let it. */
function openInTab(link: string): boolean {
  const tab = window.open(link, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}

function inWords(error: unknown, say: (reason: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, requestId, field } = error;
  return new ApiError(say(error.message), { status, code, requestId, field });
}
