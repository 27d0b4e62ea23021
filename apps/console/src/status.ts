import type { Status } from '@tollgate/contract';
import type { Feature, Page } from './pages/index.ts';
import { calls } from 'virtual:calls';
import type { QuotaDisplay } from '@tollgate/pricing';
import { useQuery } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import { type ApiError, callEndpoint } from './api/call-endpoint.ts';
import { keepItem } from './keep-item.ts';

/** Stores facts that are read synchronously in local storage, under the spec's names. */
function keepLocally(status: Status): void {
  for (const name of [
    'system_name',
    'logo',
    'quota_per_unit',
    'display_in_currency',
    'top_up_link',
    'min_topup',
    'enable_online_topup',
    'server_address',
    'enable_data_export',
    'enable_drawing',
    'enable_task',
    'service_status',
  ] as const) {
    keepItem(name, String(status[name]));
  }
}

/** Returns the status embedded in the document; undefined if there is none (`npm run dev`). */
function readDeliveredStatus(): Status | undefined {
  const text = document.getElementById('site-status')?.textContent ?? '';
  if (text === '') return undefined;
  const status = JSON.parse(text) as Status;
  keepLocally(status);
  return status;
}

const delivered = readDeliveredStatus();

/** Returns the server's public status: first from the document, then refetched (if `reads`) when stale. */
export function useStatus(reads = true) {
  return useQuery<Status, ApiError>({
    queryKey: ['status'],
    staleTime: 60_000,
    enabled: reads,
    ...(delivered ? { initialData: delivered } : {}),
    queryFn: async ({ signal }) => {
      const status = await callEndpoint(calls.getStatus, {}, signal);
      keepLocally(status);
      return status;
    },
  });
}

const QuotaDisplayContext = createContext<QuotaDisplay>({
  displayInCurrency: true,
  quotaPerUnit: 500_000,
});

const PRODUCT = 'Tollgate';

/** Returns the site's name: the server's, or else the last known one. */
export function useSiteName(): string {
  const { data } = useStatus();
  return data?.system_name || localStorage.getItem('system_name') || PRODUCT;
}

/** Returns the URL under which callers reach this site, without a trailing slash. */
export function useSiteAddress(): string {
  const { data } = useStatus();
  return (data?.server_address || location.origin).replace(/\/+$/, '');
}

/** Returns how amounts are displayed: the server's setting, or else the last known one. */
export function useQuotaDisplay(): QuotaDisplay {
  return use(QuotaDisplayContext);
}

/**
 * Shares one subscription among all amounts: a list has hundreds. The status is fetched by the frame of the
 * page.
 */
export function QuotaDisplayProvider({ children }: { children: ReactNode }) {
  const { data } = useStatus(false);
  const { displayInCurrency, quotaPerUnit } = readQuotaDisplay(data);
  const display = useMemo(
    () => ({ displayInCurrency, quotaPerUnit }),
    [displayInCurrency, quotaPerUnit],
  );
  return createElement(QuotaDisplayContext, { value: display }, children);
}

function readQuotaDisplay(data: Status | undefined): QuotaDisplay {
  return {
    displayInCurrency:
      data?.display_in_currency ?? localStorage.getItem('display_in_currency') !== 'false',
    quotaPerUnit: data?.quota_per_unit ?? Number(localStorage.getItem('quota_per_unit') || 500_000),
  };
}

/**
 * Returns a function that tells whether a page's feature is enabled: by the server's status, or else the last
 * known one.
 */
export function useIsFeatureEnabled(): (page: Pick<Page, 'feature'> | undefined) => boolean {
  const { data } = useStatus();
  const isOn = (feature: Feature) => data?.[feature] ?? localStorage.getItem(feature) !== 'false';
  return (page) => page?.feature === undefined || isOn(page.feature);
}
