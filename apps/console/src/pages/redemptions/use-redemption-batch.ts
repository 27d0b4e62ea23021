import type { Redemption, RedemptionBatch } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { downloadFile } from '../../api/download-file.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { confirmTyped } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useOneAtATime } from '../../ui/hooks/use-one-at-a-time.ts';
import { findAllPages } from '../../ui/tables/find-all-pages.ts';
import type { RedemptionQuery } from './query.ts';
import { toCodesFile } from './to-codes-file.ts';
import { REDEMPTION_LISTS } from './use-redemption-actions.ts';

/** Maximum number of refusals listed individually. */
const TOLD_MAX = 5;
/** Maximum number of codes that the server reads or changes at once. */
const AT_ONCE = 100;
const STATUSES = ['unused', 'disabled', 'used'] as const;

/** Returns all matching codes. */
export const findAllCodes = (query: RedemptionQuery): Promise<Redemption[]> =>
  findAllPages(
    (page) => callEndpoint(calls.searchRedemptions, { query: { ...query, ...page } }),
    AT_ONCE,
  );

/** Returns the batch actions on the selected codes; refusals are shown with their reason. */
export function useRedemptionBatch(codes: readonly Redemption[], done: () => void) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const batch = useEndpointMutation(calls.manageRedemptions, REDEMPTION_LISTS);
  const once = useOneAtATime();

  const send = async (action: RedemptionBatch['action']): Promise<void> => {
    let changed = 0;
    const refused: string[] = [];
    try {
      for (let start = 0; start < codes.length; start += AT_ONCE) {
        const ids = codes.slice(start, start + AT_ONCE).map(({ id }) => id);
        const result = await batch.mutateAsync({ body: { ids, action } });
        changed += result.done;
        refused.push(...result.refused.map(({ id, reason }) => `#${id}: ${reason}`));
      }
      done();
    } catch (error) {
      toastError(error);
    }
    if (changed > 0) toastSuccess(t('redemptions.batch.changed', { count: changed }));
    if (refused.length > 0) {
      const more = refused.length > TOLD_MAX ? ['…'] : [];
      const rows = [...refused.slice(0, TOLD_MAX), ...more].join('; ');
      toastError(new Error(t('redemptions.batch.refused', { count: refused.length, rows })));
    }
  };
  const run = (action: RedemptionBatch['action']) => once(() => send(action));
  const columns = ['id', 'name', 'code', 'quota', 'status', 'created', 'redeemer'] as const;

  return {
    run,
    remove: () =>
      confirmTyped({
        title: t('redemptions.batch.deleteTitle', { count: codes.length }),
        text: t('redemptions.confirm.deleteText'),
        confirm: t('redemptions.batch.deleteConfirm', { count: codes.length }),
        word: String(codes.length),
        run: () => void run('delete'),
      }),
    /** Downloads the selected codes as CSV. */
    save: () =>
      downloadFile(
        toCodesFile(codes, {
          titles: columns.map((key) =>
            t(key === 'code' ? 'redemptions.batch.code' : `redemptions.columns.${key}`),
          ),
          money: (quota) => formatQuotaExactly(quota, display),
          status: (status) => t(`redemptions.status.${STATUSES[status - 1] ?? 'unknown'}`),
        }),
        `codes-${dayjs().format('YYYY-MM-DD-HHmmss')}.csv`,
      ),
  };
}
