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

/** A priced top-up that awaits confirmation. */
export interface PricedTopUp {
  method: PaymentMethod;
  /** Whole dollars to buy. */
  amount: number;
  /** Their price, from the server. */
  payable: string;
  /** The currency of the price. */
  currency: string;
}

/** Where a payment continues. */
export interface StartedPayment {
  method: PaymentMethod;
  /** The payment page; absent if a form was posted or a code is shown. */
  link?: string;
  /** The content of the QR code. */
  code?: string;
  /** Whether the browser blocked the page from opening. */
  blocked: boolean;
  /** The order, to tell its payment from others that arrive meanwhile; undefined if it could not be read. */
  orderId?: number | undefined;
}

/** Fetches the price of a top-up. Fails with a user-facing message specific to the method. */
export function usePriceTopUp() {
  return useMutation<PricedTopUp, ApiError, Omit<PricedTopUp, 'payable' | 'currency'>>({
    mutationFn: async ({ method, amount }) => {
      try {
        const body = { amount, top_up_code: '', payment_method: method };
        const { data, currency } = await callForEnvelope(calls.getPayableAmount, { body });
        return { method, amount, payable: data, currency };
      } catch (error) {
        throw withDescription(error, (reason) =>
          paymentProviderOf(providerIdOf(method)).flow === 'own'
            ? i18next.t('wallet.errors.verifyFailed', { reason })
            : i18next.t('wallet.errors.amountFailed', { data: reason }),
        );
      }
    },
  });
}

/** Orders a priced top-up, and posts the form or opens the payment page. */
export function useStartPayment() {
  return useMutation<StartedPayment, ApiError, PricedTopUp>({
    mutationFn: async ({ method, amount }) => ({
      ...(await startPayment(method, amount)),
      orderId: await readNewestOrder(method),
    }),
  });
}

async function startPayment(method: PaymentMethod, amount: number): Promise<StartedPayment> {
  const { flow } = paymentProviderOf(providerIdOf(method));
  if (flow === 'form') return payByForm(method, amount);
  const url = await orderPage(method, amount);
  if (flow === 'qr') return { method, code: url, blocked: false };
  if (!isHttpUrl(url)) throw new ApiError(i18next.t('wallet.errors.linkFailed'), { status: 200 });
  return { method, link: url, blocked: !openInTab(url) };
}

/** Returns the order just made, which the responses of providers do not name; undefined if that fails. */
async function readNewestOrder(method: PaymentMethod): Promise<number | undefined> {
  try {
    const query = { p: 1, page_size: 1, state: '' } as const;
    const [newest] = (await callEndpoint(calls.listOwnOrders, { query })).items;
    return newest?.method === method ? newest.id : undefined;
  } catch {
    return undefined;
  }
}

async function payByForm(method: PaymentMethod, amount: number): Promise<StartedPayment> {
  try {
    const { url, data } = await order(method, amount);
    if (postForm(url, data)) return { method, blocked: false };
  } catch (error) {
    throw withDescription(error, (reason) => i18next.t('wallet.errors.payFailedFor', { reason }));
  }
  throw new ApiError(i18next.t('wallet.errors.payFailed'), { status: 200 });
}

async function orderPage(method: PaymentMethod, amount: number): Promise<string> {
  try {
    return (await order(method, amount)).url;
  } catch (error) {
    throw error instanceof ApiError && error.hasServerMessage
      ? error
      : withDescription(error, () => i18next.t('wallet.errors.linkFailed'));
  }
}

/** Orders at the provider's endpoint: returns a page, a form, or the content of a QR code. */
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

/** Opens a URL in a tab without access to this one; returns whether the browser allowed it. */
function openInTab(link: string): boolean {
  const tab = window.open(link, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}

function withDescription(error: unknown, describe: (reason: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, requestId, field } = error;
  return new ApiError(describe(error.message), { status, code, requestId, field });
}
