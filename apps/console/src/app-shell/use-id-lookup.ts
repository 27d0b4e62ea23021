import type { TFunction } from 'i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import type { SearchResult } from './search-results.ts';

/** Possible ids of tasks, batches, payments and requests: at least 6 characters with a digit. */
const MAY_BE_ID = /^(?=.*\d)[\w.:/+=@-]{6,128}$/;
const ONE = { p: 1, page_size: 1 };
/** Task lists start a few days ago unless given a start. */
const EVER = '1';

/** Finds tasks, batches, orders and requests with exactly this id; orders also by the provider's number. */
export function useIdLookup(exact: string, admin: boolean, t: TFunction): SearchResult[] {
  const options = { enabled: MAY_BE_ID.test(exact) };
  const window = { ...ONE, start_timestamp: Number(EVER) };
  const images = useEndpoint(
    admin ? calls.listImageTasks : calls.listOwnImageTasks,
    { query: { ...window, mj_id: exact } },
    options,
  );
  const music = useEndpoint(
    admin ? calls.listMusicTasks : calls.listOwnMusicTasks,
    { query: { ...window, task_id: exact } },
    options,
  );
  const batches = useEndpoint(
    admin ? calls.listBatches : calls.listOwnBatches,
    { query: { ...window, batch_id: exact } },
    options,
  );
  const requests = useEndpoint(
    admin ? calls.listLogs : calls.listOwnLogs,
    { query: { ...ONE, request_id: exact } },
    options,
  );
  const orders = useEndpoint(
    calls.listOrders,
    { query: { ...ONE, keyword: exact } },
    { enabled: options.enabled && admin },
  );
  if (!options.enabled) return [];
  const task = { task_id: exact, start_timestamp: EVER };
  const [order] = rowsOf(orders);
  const isOrder = order !== undefined && [order.number, order.reference].includes(exact);
  return [
    ...(isOrder
      ? [
          {
            id: 'order',
            label: t('shell.search.order', { id: order.number }),
            to: pages.order.path,
            search: { keyword: exact, id: String(order.id) },
          },
        ]
      : []),
    ...(
      [
        ['image', rowsOf(images), pages.drawing.path, task],
        ['task', rowsOf(music), pages.task.path, task],
        ['batch', rowsOf(batches), pages.batch.path, task],
        ['request', rowsOf(requests), pages.log.path, { request_id: exact }],
      ] as const
    ).flatMap(([id, rows, to, search]) =>
      rows.length > 0 ? [{ id, label: t(`shell.search.${id}`, { id: exact }), to, search }] : [],
    ),
  ];
}

/** Returns the rows for the current query, not those of the previous one that are shown until they arrive. */
function rowsOf<Row>({
  data,
  isPlaceholderData,
}: {
  data: { items: readonly Row[] } | undefined;
  isPlaceholderData: boolean;
}): readonly Row[] {
  return isPlaceholderData ? [] : (data?.items ?? []);
}
