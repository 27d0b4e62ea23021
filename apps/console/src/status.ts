import type { Status } from '@tollgate/contract';
import type { Feature, Page } from './pages/index.ts';
import { calls } from 'virtual:calls';
import { useQuery } from '@tanstack/react-query';
import { type ApiError, callEndpoint } from './api/call-endpoint.ts';

/** Facts that other parts read without waiting are kept under the spec's names. */
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
  ] as const) {
    localStorage.setItem(name, String(status[name]));
  }
}

/** The facts that the document brought along; undefined where it did not (`npm run dev`). */
function readDeliveredStatus(): Status | undefined {
  const text = document.getElementById('site-status')?.textContent ?? '';
  if (text === '') return undefined;
  const status = JSON.parse(text) as Status;
  keepLocally(status);
  return status;
}

const delivered = readDeliveredStatus();

/** The public facts of the server: as the document brought them, read anew when they are old. */
export function useStatus() {
  return useQuery<Status, ApiError>({
    queryKey: ['status'],
    staleTime: 60_000,
    ...(delivered ? { initialData: delivered } : {}),
    queryFn: async ({ signal }) => {
      const status = await callEndpoint(calls.getStatus, {}, signal);
      keepLocally(status);
      return status;
    },
  });
}

const PRODUCT = 'Tollgate';

/** The name of the site: as the server says, else as it said last time. */
export function useSiteName(): string {
  const { data } = useStatus();
  return data?.system_name || localStorage.getItem('system_name') || PRODUCT;
}

/** The address that callers reach this site at, without a slash at its end. */
export function useSiteAddress(): string {
  const { data } = useStatus();
  return (data?.server_address || location.origin).replace(/\/+$/, '');
}

/** How amounts are shown: as the server says, else as it said last time. */
export function useQuotaDisplay() {
  const { data } = useStatus();
  return {
    displayInCurrency:
      data?.display_in_currency ?? localStorage.getItem('display_in_currency') !== 'false',
    quotaPerUnit: data?.quota_per_unit ?? Number(localStorage.getItem('quota_per_unit') || 500_000),
  };
}

/** Whether the site has what a page is for: as the server says, else as it said last time. */
export function useIsFeatureEnabled(): (page: Pick<Page, 'feature'> | undefined) => boolean {
  const { data } = useStatus();
  const isOn = (feature: Feature) => data?.[feature] ?? localStorage.getItem(feature) !== 'false';
  return (page) => page?.feature === undefined || isOn(page.feature);
}
