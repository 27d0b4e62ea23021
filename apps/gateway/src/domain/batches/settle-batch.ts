import { LOG_CONSUME } from '@tollgate/contract';
import { computeCharge, writeChargeRecord } from '@tollgate/pricing';
import { nowSeconds } from '../../platform/clock.ts';
import { changeRunningBatch } from '../../store/batches-repository.ts';
import { insertFile, type NewFile } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { expiryOf } from '../files/stored-files.ts';
import { settleHold } from '../wallet/settle-hold.ts';
import type { UsageLogRow } from '../wallet/usage-record.ts';
import { type Batch, holdOf } from './batch-holds.ts';
import { countSettledBatch } from './batch-metrics.ts';
import type { BatchReport } from './batch-report.ts';
import type { OutputTally, TallyPart } from './output-tally.ts';

/** An output file that a provider created for a batch. */
export interface MadeFile {
  fileId: string;
  upstreamId: string;
  bytes: number;
}

export interface BatchEnd {
  report: Pick<BatchReport, 'status' | 'completed' | 'failed' | 'times' | 'errors'>;
  /** Undefined if the output was not read. */
  tally: OutputTally | undefined;
  output?: MadeFile | undefined;
  error?: MadeFile | undefined;
}

type SettlingDomain = Pick<Domain, 'store' | 'clock' | 'options'>;

/**
 * Settles a batch exactly once, however many attempts there are: one transaction records its end and its
 * files, charges and logs its cost, and releases the rest of the hold. Undefined if it was settled before.
 */
export async function settleBatch(
  domain: SettlingDomain,
  batch: Batch,
  { report, tally, output, error }: BatchEnd,
): Promise<Batch | undefined> {
  const { store, clock } = domain;
  const at = nowSeconds(clock);
  const rows = tally ? rowsOf(batch, tally, at) : [];
  const charge = rows.reduce((sum, { quota }) => sum + quota, 0);
  const settled = await store.transaction(async (trx) => {
    const ended = await changeRunningBatch(trx, batch.id, {
      status: report.status,
      completed: Math.max(report.completed, tally?.lines ?? 0),
      failed: report.failed,
      times: JSON.stringify(report.times),
      errors: report.errors.length === 0 ? '' : JSON.stringify(report.errors),
      output_file_id: output?.fileId ?? '',
      error_file_id: error?.fileId ?? '',
      charge,
      ended_at: at,
      next_check_at: null,
    });
    if (!ended) return undefined;
    await settleHold(trx, holdOf(batch, at), { rows, calls: tally?.lines ?? 0 });
    for (const [file, kind] of [
      [output, 'output'],
      [error, 'error'],
    ] as const)
      if (file) await insertFile(trx, fileOf(domain, batch, file, { kind, at }));
    return ended;
  });
  if (settled) countSettledBatch(settled.status);
  return settled;
}

/** One row per price; together at most the amount held. */
function rowsOf(batch: Batch, tally: OutputTally, at: number): UsageLogRow[] {
  let left = batch.hold;
  return [...tally.parts.values()].map((part) => {
    const { price, usage, lines } = part;
    const surcharges = tally.surchargesOf(part);
    const computedCharge = computeCharge(price, usage, lines, surcharges);
    const quota = Math.min(computedCharge, left);
    left -= quota;
    // A row whose charge was capped shows no factors: they would not add up.
    const record =
      quota === computedCharge ? writeChargeRecord(price, usage, lines, surcharges) : {};
    return {
      created_at: at,
      type: LOG_CONSUME,
      user_id: batch.user_id,
      username: batch.username,
      token_id: batch.token_id,
      token_name: batch.token_name,
      channel_id: batch.channel_id,
      model_name: batch.model_name,
      group: batch.group,
      quota,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      use_time: Math.max(0, at - batch.created_at),
      is_stream: 0,
      content: '',
      other: JSON.stringify({ ...record, ...factsOf(batch, part, tally) }),
      request_id: batch.batch_id,
      ip: batch.ip,
    };
  });
}

function factsOf(batch: Batch, { lines, estimated }: TallyPart, { claim }: OutputTally) {
  return {
    group: batch.group,
    request_path: '/v1/batches',
    reserved: batch.hold,
    batch: { id: batch.batch_id, lines, total: batch.total },
    ...(estimated ? { estimated: true } : {}),
    ...(claim ? { usage_claim: claim } : {}),
  };
}

function fileOf(
  domain: Pick<Domain, 'options'>,
  batch: Batch,
  { fileId, upstreamId, bytes }: MadeFile,
  { kind, at }: { kind: 'output' | 'error'; at: number },
): NewFile {
  return {
    file_id: fileId,
    upstream_id: upstreamId,
    user_id: batch.user_id,
    token_id: batch.token_id,
    channel_id: batch.channel_id,
    channel_key: batch.channel_key,
    purpose: 'batch_output',
    filename: `${batch.batch_id}_${kind}.jsonl`,
    bytes,
    status: 'processed',
    created_at: at,
    expires_at: expiryOf(domain, at),
  };
}
