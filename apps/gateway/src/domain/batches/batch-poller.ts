import { hasChannel } from '../../store/channels-repository.ts';
import { readPriceSnapshot } from '@tollgate/pricing';
import {
  changeRunningBatch,
  listDueBatches,
  sumUnsettledBatches,
} from '../../store/batches-repository.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { hideKeyIn } from '../channels/hide-key.ts';
import type { Domain } from '../domain.ts';
import { requestFileProvider, isNotFound, openContent } from '../files/request-file-provider.ts';
import { channelOf } from '../files/file-channel.ts';
import { newFileId } from '../files/new-file-id.ts';
import { readLines } from '../files/read-lines.ts';
import { countUncharged } from '../wallet/wallet-metrics.ts';
import { type Batch, dropBatch, recordAcceptedBatch, UPLOAD_MS } from './batch-holds.ts';
import { countBatchPollFailure, showUnsettledBatches } from './batch-metrics.ts';
import { type BatchReport, isFinalBatch, readBatchReport } from './batch-report.ts';
import { findExistingBatch } from './find-existing-batch.ts';
import { OutputTally, PARSED_BYTES_MAX } from './output-tally.ts';
import { type Pace, readAtPace } from './read-at-pace.ts';
import { type BatchEnd, type MadeFile, settleBatch } from './settle-batch.ts';

export type BatchPollerContext = Pick<
  Domain,
  'clock' | 'clockJumps' | 'log' | 'store' | 'options' | 'catalog' | 'channelHealth' | 'fileTools'
>;

const BATCHES_A_ROUND = 100;
const AT_ONCE = 3;
/** Time between two polls of a batch; the older the batch, the longer. */
const GAP_MIN_MS = 5_000;
const GAP_MAX_MS = 60_000;
const GAP_SHARE = 8;
/** Longer than any provider keeps a batch: OpenAI ends it after a day, Azure may take longer. */
const LIMIT_MS = 14 * 86_400_000;
/** Age at which a batch unknown to its provider counts as lost. */
const LOST_MS = 3_600_000;
/** How long a missing or incomplete output is requested again. */
const UNREADABLE_MS = 86_400_000;
/** Minimum pace of an output: a slower one would occupy one of the few workers for hours. */
const OUTPUT_PACE: Pace = { bytes: 64 * 1024, ms: 60_000 };
const TOO_SLOW = 'the output comes too slowly';

/**
 * Polls batches until they are settled. Concurrent pollers are safe: a batch is settled once, and nothing is
 * charged before.
 */
export class BatchPoller {
  readonly #domain: BatchPollerContext;
  readonly #pace: Pace;

  constructor(domain: BatchPollerContext, { pace = OUTPUT_PACE }: { pace?: Pace } = {}) {
    this.#domain = domain;
    this.#pace = pace;
  }

  /** Polls all batches that are due. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#domain;
    const dueBatches = await listDueBatches(store.db, clock.nowMs(), BATCHES_A_ROUND);
    // Postponed first: a failing batch must not block the others.
    for (const batch of dueBatches) await this.#postpone(batch);
    const work = async () => {
      for (let batch = dueBatches.shift(); batch && !signal.aborted; batch = dueBatches.shift())
        // oxlint-disable-next-line no-await-in-loop -- each worker one after the other
        await this.#look(batch, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    showUnsettledBatches(await sumUnsettledBatches(store.db), () => clock.nowMs());
  }

  async #postpone(batch: Batch): Promise<void> {
    const gap = Math.min(GAP_MAX_MS, Math.max(GAP_MIN_MS, this.#ageOf(batch) / GAP_SHARE));
    const next_check_at = Math.round(this.#domain.clock.nowMs() + gap);
    await changeRunningBatch(this.#domain.store.db, batch.id, { next_check_at });
  }

  async #look(batch: Batch, signal: AbortSignal): Promise<void> {
    const { log, catalog } = this.#domain;
    try {
      const channel = channelOf(catalog, batch);
      if (!channel?.provider?.files) await this.#withoutChannel(batch);
      else if (batch.upstream_id === '') await this.#find(batch, channel);
      else await this.#follow(batch, channel, signal);
    } catch (error) {
      // A shutdown of this process is no failure of the batch.
      if (signal.aborted) return;
      log.warn({ err: error, batch: batch.batch_id }, 'batch poll failed');
      countBatchPollFailure();
      if (this.#ageOf(batch) > LIMIT_MS) await this.#giveUp(batch, 'it took too long');
    }
  }

  /**
   * Asks the provider whether it accepted a batch whose submission was interrupted. The caller got an error.
   */
  async #find(batch: Batch, channel: RuntimeChannel): Promise<void> {
    const { fileTools } = this.#domain;
    const { upstream_input_id: inputId } = batch;
    // It may be due only because of a clock jump, while its submission is still in flight.
    if (this.#domain.clockJumps.sinceJumpMs < UPLOAD_MS) return;
    if (inputId === '') return dropBatch(this.#domain, batch);
    const requestList = (end: string) => requestFileProvider(fileTools, { channel, end });
    const existingId = await findExistingBatch(requestList, { inputId, since: batch.created_at });
    if (existingId === '') {
      await dropBatch(this.#domain, batch);
      return this.#deleteCopy(batch, channel);
    }
    await recordAcceptedBatch(this.#domain, batch, existingId);
    await cancelUpstream(this.#domain, channel, existingId).catch(() => undefined);
  }

  async #follow(batch: Batch, channel: RuntimeChannel, signal: AbortSignal): Promise<void> {
    const { fileTools, store } = this.#domain;
    const end = `/batches/${encodeURIComponent(batch.upstream_id)}`;
    const response = await requestFileProvider(fileTools, { channel, end }).catch(
      (error: unknown) => {
        if (isNotFound(error) && this.#ageOf(batch) > LOST_MS) return undefined;
        throw error;
      },
    );
    if (!response) return this.#giveUp(batch, 'the provider does not know it');
    const report = withoutKey(readBatchReport(response, batch.total), channel);
    const { status, completed, failed } = report;
    await changeRunningBatch(store.db, batch.id, {
      status,
      completed,
      failed,
      times: JSON.stringify(report.times),
    });
    if (isFinalBatch(status)) await this.#end(batch, channel, { report, signal });
    else if (this.#ageOf(batch) > LIMIT_MS) await this.#giveUp(batch, 'it took too long');
  }

  /** Reads the provider's output, then settles. A failure before that changes nothing. */
  async #end(
    batch: Batch,
    channel: RuntimeChannel,
    { report, signal }: { report: BatchReport; signal: AbortSignal },
  ): Promise<void> {
    const { fileTools, channelHealth } = this.#domain;
    const tally = new OutputTally(batch, readPriceSnapshot(batch.price));
    if (report.outputId !== '') {
      const slow = new AbortController();
      const ending = AbortSignal.any([signal, slow.signal]);
      const content = await openContent(fileTools, channel, report.outputId, ending);
      const paced = readAtPace(content, this.#pace, () => slow.abort(new Error(TOO_SLOW)));
      const lines = readLines(paced, PARSED_BYTES_MAX, (bytes) => tally.addLong(bytes));
      await tally.addAll(lines);
    }
    this.#countUnread(batch, report, tally);
    const output = await this.#sizeOf(channel, report.outputId);
    const error = await this.#sizeOf(channel, report.errorId);
    const ended = await this.#settle(batch, { report, tally, output, error });
    if (!ended) return;
    if (tally.claim) channelHealth.recordUsageClaim(channel, batch.model_name, tally.claim);
    await this.#deleteCopy(batch, channel);
  }

  /**
   * Accounts for completed lines that are missing in the output: the provider bills them whether or not the
   * output can be read. Throws for a day, so that the output is requested again, then charges an estimate.
   */
  #countUnread({ created_at: createdAt }: Batch, report: BatchReport, tally: OutputTally): void {
    const missing = report.completed - tally.read;
    if (missing <= 0) return;
    const {
      completed_at: completedAt,
      cancelled_at: cancelledAt,
      expired_at: expiredAt,
    } = report.times;
    const endedAt = completedAt ?? cancelledAt ?? expiredAt ?? createdAt;
    const waitedMs = this.#domain.clockJumps.ageOf(endedAt * 1000);
    if (waitedMs < UNREADABLE_MS)
      throw new Error(`${missing} of ${report.completed} completed lines are not in the output`);
    tally.addUnread(missing);
  }

  /** Deletes the provider's copy of the input, which is no longer needed. */
  async #deleteCopy({ upstream_input_id: id }: Batch, channel: RuntimeChannel): Promise<void> {
    const request = {
      channel,
      end: `/files/${encodeURIComponent(id)}`,
      method: 'DELETE',
    } as const;
    await requestFileProvider(this.#domain.fileTools, request).catch(() => undefined);
  }

  async #sizeOf(channel: RuntimeChannel, upstreamId: string): Promise<MadeFile | undefined> {
    if (upstreamId === '') return undefined;
    const end = `/files/${encodeURIComponent(upstreamId)}`;
    const { bytes } = await requestFileProvider(this.#domain.fileTools, { channel, end });
    const size = Number.isSafeInteger(bytes) ? Math.max(0, Number(bytes)) : 0;
    return { fileId: newFileId(), upstreamId, bytes: size };
  }

  #settle(batch: Batch, end: BatchEnd): Promise<Batch | undefined> {
    this.#domain.fileTools.isInUse = true;
    return settleBatch(this.#domain, batch, end);
  }

  /** Gives up a batch whose channel was deleted; a channel that is only unusable may come back. */
  async #withoutChannel(batch: Batch): Promise<void> {
    const exists = await hasChannel(this.#domain.store.db, batch.channel_id);
    if (!exists || this.#ageOf(batch) > LIMIT_MS) await this.#giveUp(batch, 'its channel is gone');
  }

  /** Gives up a batch whose usage can't be known: the whole hold is released. */
  async #giveUp(batch: Batch, message: string): Promise<void> {
    if (batch.upstream_id === '') return dropBatch(this.#domain, batch);
    const now = Math.floor(this.#domain.clock.nowMs() / 1000);
    const times = { ...(JSON.parse(batch.times) as Record<string, number>), failed_at: now };
    const errors = [
      { code: 'batch_lost', message: `The batch failed: ${message}.`, line: null, param: null },
    ];
    const { completed, failed } = batch;
    const report = { status: 'failed', completed, failed, times, errors };
    if (await this.#settle(batch, { report, tally: undefined })) countUncharged('batch_lost');
  }

  #ageOf({ created_at: at }: Batch): number {
    return this.#domain.clockJumps.ageOf(at * 1000);
  }
}

/** Asks a provider to cancel a batch; lines completed by then are delivered and charged. */
export async function cancelUpstream(
  { fileTools }: Pick<Domain, 'fileTools'>,
  channel: RuntimeChannel,
  upstreamId: string,
): Promise<void> {
  const end = `/batches/${encodeURIComponent(upstreamId)}/cancel`;
  await requestFileProvider(fileTools, { channel, end, method: 'POST' });
}

/** Returns the report without the channel's credentials in what its provider says of faults. */
function withoutKey(report: BatchReport, channel: RuntimeChannel): BatchReport {
  const errors = report.errors.map((fault) => ({
    ...fault,
    message: hideKeyIn(fault.message, channel),
  }));
  return { ...report, errors };
}
