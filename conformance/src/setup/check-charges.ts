import type { ExpectedCharge } from '../cases/case-context.ts';
import { type Administrator, callConsole } from './console-call.ts';
import { PRICE } from './set-up-tollgate.ts';

const CONSUMED = 2;
const PAGE_SIZE = 100;

interface LogRow {
  request_id: string;
  type: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  other: string;
}

export interface ChargeReport {
  checked: number;
  /** One line for each wrong charge. */
  wrong: string[];
}

/** Compares the log with the expected charge of every call, to the unit. */
export async function checkCharges(
  root: Administrator,
  expected: readonly ExpectedCharge[],
): Promise<ChargeReport> {
  const rows = await readLog(root, new Set(expected.map(({ requestId }) => requestId)));
  const wrong = expected.flatMap((charge) => judge(charge, rows.get(charge.requestId)) ?? []);
  return { checked: expected.length, wrong };
}

/** Pages through the log, newest first, until all requested rows were found. */
async function readLog(
  root: Administrator,
  requestIds: ReadonlySet<string>,
): Promise<Map<string, LogRow>> {
  const rows = new Map<string, LogRow>();
  for (let page = 1; ; page += 1) {
    const path = `/api/log/?type=${CONSUMED}&p=${page}&page_size=${PAGE_SIZE}`;
    const { items } = (await callConsole(root, 'GET', path)) as { items: LogRow[] };
    for (const row of items) if (requestIds.has(row.request_id)) rows.set(row.request_id, row);
    if (items.length < PAGE_SIZE) return rows;
  }
}

/** The formula of the price page. */
function costOf({
  input,
  cached,
  output,
}: {
  input: number;
  cached: number;
  output: number;
}): number {
  const weighed = input - cached + cached * PRICE.cache + output * PRICE.completion;
  return Math.round(weighed * PRICE.ratio);
}

function judge(charge: ExpectedCharge, row: LogRow | undefined): string | undefined {
  const { requestId, model, usage, delivered } = charge;
  const label = `${model} (${requestId})`;
  if (usage) {
    const due = costOf(usage);
    return row?.quota === due
      ? undefined
      : `${label}: ${row?.quota ?? 'no'} quota instead of ${due}`;
  }
  if (!delivered) {
    // Reasoning or tool calls may have been delivered before any text.
    return row && row.quota !== costOfRow(row)
      ? `${label}: ${row.quota} quota by no formula`
      : undefined;
  }
  if (!row || row.completion_tokens === 0) return `${label}: what was delivered costs nothing`;
  return row.quota === costOfRow(row) ? undefined : `${label}: ${row.quota} quota by no formula`;
}

/** The cost of a row's own token counts, used for cut responses. */
function costOfRow({ prompt_tokens: input, completion_tokens: output, other }: LogRow): number {
  const { cache_tokens: cached = 0 } = JSON.parse(other) as { cache_tokens?: number };
  return costOf({ input, output, cached });
}
