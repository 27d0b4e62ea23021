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
import { useOneAtATime } from '../../ui/hooks/use-one-at-a-time.ts';
import { findAllPages } from '../../ui/tables/find-all-pages.ts';
import { sendBatch } from '../../ui/tables/send-batch.ts';
import { type RedemptionQuery, STATUS_NAMES } from './query.ts';
import { toCodesFile } from './to-codes-file.ts';
import { REDEMPTION_LISTS } from './use-redemption-actions.ts';

/** Maximum number of codes that the server reads at once. */
const AT_ONCE = 100;

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

  const run = (action: RedemptionBatch['action']) => {
    const ids = codes.map(({ id }) => id);
    const send = (part: number[]) => batch.mutateAsync({ body: { ids: part, action } });
    const report = {
      changed: (count: number) => t('redemptions.batch.changed', { count }),
      refused: (count: number, rows: string) => t('redemptions.batch.refused', { count, rows }),
      done,
    };
    return once(() => sendBatch(ids, send, report));
  };
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
          status: (status) => t(`redemptions.status.${STATUS_NAMES[status - 1] ?? 'unknown'}`),
        }),
        `codes-${dayjs().format('YYYY-MM-DD-HHmmss')}.csv`,
      ),
  };
}
