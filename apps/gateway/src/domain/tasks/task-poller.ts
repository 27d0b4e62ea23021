import { hasChannel } from '../../store/channels-repository.ts';
import type { Outbound } from '../../platform/outbound.ts';
import {
  countWatchedTasks,
  listDueTasks,
  postponeChannel,
  postponeTasks,
  type TaskRow,
} from '../../store/tasks-repository.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { hideKeyIn } from '../channels/hide-key.ts';
import { hideInResult } from './hide-in-result.ts';
import type { Domain } from '../domain.ts';
import { requestTaskChannel } from './request-task-channel.ts';
import { endTask, settleRefund } from './end-task.ts';
import { countTaskPoll, showUnfinished } from './task-metrics.ts';
import { SUBMIT_MS } from './task-lifecycle.ts';
import { platforms } from './task-platforms.ts';
import type { TaskReport } from './task-report.ts';
import { applyTaskReport } from './apply-task-report.ts';

export type TaskPollerContext = Pick<
  Domain,
  'clock' | 'clockJumps' | 'log' | 'store' | 'options' | 'catalog' | 'taskTools' | 'wallet'
>;

const TASKS_A_ROUND = 500;
const ROUNDS_MAX = 10;
const CHANNELS_AT_ONCE = 4;
const IDS_PER_REQUEST = 50;
const REQUEST_TIMEOUT_MS = 10_000;
/** Time between two polls of a task; the older the task, the longer. */
const GAP_MIN_MS = 3_000;
const GAP_MAX_MS = 60_000;
const GAP_SHARE = 8;
/** Backoff of a failing channel, doubled each time. */
const BACKOFF_MIN_MS = 10_000;
const BACKOFF_MAX_MS = 5 * 60_000;
/** Age at which a task unknown to its upstream counts as lost. */
const LOST_MS = 5 * 60_000;

/** Tasks that one request can query. */
interface Batch {
  platform: TaskRow['platform'];
  channelId: number;
  channelKey: string;
  tasks: TaskRow[];
}

/**
 * Polls unfinished tasks at their channels, longest waiting first, and ends those that are lost, overdue or
 * without a channel. Concurrent pollers are safe: a task ends once.
 */
export class TaskPoller {
  readonly #domain: TaskPollerContext;
  readonly #outbound: Outbound;
  /** Consecutive failures by channel. */
  readonly #failures = new Map<number, number>();

  constructor(domain: TaskPollerContext) {
    this.#domain = domain;
    this.#outbound = domain.taskTools.channels;
  }

  /** Polls all tasks that are due. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#domain;
    for (let round = 0; round < ROUNDS_MAX && !signal.aborted; round += 1) {
      const dueTasks = await listDueTasks(store.db, clock.nowMs(), TASKS_A_ROUND);
      if (dueTasks.length > 0) await this.#poll(dueTasks, signal);
      if (dueTasks.length < TASKS_A_ROUND) break;
    }
    showUnfinished(await countWatchedTasks(store.db));
  }

  async #poll(dueTasks: readonly TaskRow[], signal: AbortSignal): Promise<void> {
    await this.#scheduleNext(dueTasks);
    const running = dueTasks.filter(({ status, finish_time: end }) => end === 0 && status !== '');
    for (const task of dueTasks) {
      if (task.finish_time !== 0)
        await this.#guarded([task], () => settleRefund(this.#domain, task));
      else if (task.status === '') await this.#guarded([task], () => this.#giveUp(task));
      if (signal.aborted) return;
    }
    const queue = batchesOf(running);
    const work = async () => {
      for (let batch = queue.shift(); batch && !signal.aborted; batch = queue.shift()) {
        const next = batch;
        // oxlint-disable-next-line no-await-in-loop -- each worker one after the other
        await this.#guarded(next.tasks, () => this.#follow(next));
      }
    };
    await Promise.all(Array.from({ length: CHANNELS_AT_ONCE }, work));
  }

  /** Postponed first: a failing task must not block the others. */
  async #scheduleNext(dueTasks: readonly TaskRow[]): Promise<void> {
    const now = this.#domain.clock.nowMs();
    const byGap = new Map<number, number[]>();
    for (const { id, submit_time: since } of dueTasks) {
      const gap = Math.min(GAP_MAX_MS, Math.max(GAP_MIN_MS, (now - since) / GAP_SHARE));
      const seconds = Math.round(gap / 1000);
      byGap.set(seconds, [...(byGap.get(seconds) ?? []), id]);
    }
    for (const [seconds, ids] of byGap)
      await postponeTasks(this.#domain.store.db, ids, now + seconds * 1000);
  }

  async #guarded(tasks: readonly TaskRow[], work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const ids = tasks.slice(0, 5).map(({ task_id: id }) => id);
      this.#domain.log.warn({ err: error, tasks: ids }, 'task poll failed');
    }
  }

  /**
   * Gives up an interrupted submission: nothing was charged, because the charge follows the recorded
   * acceptance.
   */
  async #giveUp(task: TaskRow): Promise<void> {
    // It may be due only because of a clock jump, while its submission is still in flight.
    if (this.#domain.clockJumps.sinceJumpMs < SUBMIT_MS) return;
    const end = {
      status: 'FAILURE',
      failReason: 'reason_task_interrupted',
      charge: 'none',
    } as const;
    await endTask(this.#domain, task, end);
  }

  async #follow(batch: Batch): Promise<void> {
    const channel = this.#channelOf(batch);
    if (!channel) return this.#withoutChannel(batch);
    for (let start = 0; start < batch.tasks.length; start += IDS_PER_REQUEST) {
      const tasks = batch.tasks.slice(start, start + IDS_PER_REQUEST);
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      const reports = await this.#requestReports(channel, batch, tasks);
      if (!reports) {
        await this.#endLate(batch.tasks.slice(start));
        return;
      }
      await this.#applyReports(tasks, reports);
    }
  }

  /** Returns the channel with the key that the task was submitted with, as long as the channel has it. */
  #channelOf({ channelId, channelKey }: Batch): RuntimeChannel | undefined {
    const channel = this.#domain.catalog.find(channelId);
    return channel?.variants.find(({ keyFingerprint }) => keyFingerprint === channelKey) ?? channel;
  }

  /** Requests the channel's reports of tasks; undefined if it can't be queried now. */
  async #requestReports(
    channel: RuntimeChannel,
    { platform, channelId }: Batch,
    tasks: readonly TaskRow[],
  ): Promise<TaskReport[] | undefined> {
    const { listPath, readList } = platforms[platform];
    const ids = [...new Set(tasks.map(({ upstream_id: id }) => id))];
    try {
      const request = { channel, path: listPath, body: { ids }, timeoutMs: REQUEST_TIMEOUT_MS };
      const { status, text } = await requestTaskChannel(this.#outbound, request);
      const reports = status < 300 ? readList(JSON.parse(text)) : undefined;
      if (!reports) throw new Error(`no list of tasks, status ${status}`);
      countTaskPoll(platform, 'answered');
      this.#failures.delete(channelId);
      return reports.map((report) => ({
        ...report,
        failReason: hideKeyIn(report.failReason, channel),
        data: hideInResult(report.data, channel),
      }));
    } catch (error) {
      countTaskPoll(platform, 'failed');
      const reason = hideKeyIn(String(error), channel);
      this.#domain.log.debug({ channelId, reason }, 'task status request to a channel failed');
      await this.#backOff(channelId);
      return undefined;
    }
  }

  async #backOff(channelId: number): Promise<void> {
    const failures = (this.#failures.get(channelId) ?? 0) + 1;
    this.#failures.set(channelId, failures);
    const now = this.#domain.clock.nowMs();
    const at = now + Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** (failures - 1));
    const { db } = this.#domain.store;
    // Covers those that were due, and those that this run has just postponed.
    await postponeChannel(db, channelId, { now: now + GAP_MAX_MS, at });
  }

  async #applyReports(tasks: readonly TaskRow[], reports: readonly TaskReport[]): Promise<void> {
    const byId = new Map(reports.map((report) => [report.upstreamId, report]));
    for (const task of tasks) {
      const report = byId.get(task.upstream_id);
      await this.#guarded([task], async () => {
        if (report) await applyTaskReport(this.#domain, task, report);
        if (!report && this.#ageOf(task) > LOST_MS) await this.#fail(task, 'reason_task_lost');
        else await this.#endLate([task]);
      });
    }
  }

  async #endLate(tasks: readonly TaskRow[]): Promise<void> {
    for (const task of tasks)
      if (this.#ageOf(task) > platforms[task.platform].limitMs)
        await this.#fail(task, 'reason_task_timeout');
  }

  /** Ends tasks whose channel was deleted; a channel that is only unusable may come back. */
  async #withoutChannel({ channelId, tasks }: Batch): Promise<void> {
    const exists = await hasChannel(this.#domain.store.db, channelId);
    if (exists) return this.#endLate(tasks);
    for (const task of tasks)
      await this.#guarded([task], () => this.#fail(task, 'reason_task_channel_gone'));
  }

  #fail(task: TaskRow, failReason: string) {
    return applyTaskReport(this.#domain, task, { failReason });
  }

  #ageOf({ submit_time: since }: TaskRow): number {
    return this.#domain.clockJumps.ageOf(since);
  }
}

function batchesOf(tasks: readonly TaskRow[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const task of tasks) {
    const { platform, channel_id: channelId, channel_key: channelKey } = task;
    const name = `${platform} ${channelId} ${channelKey}`;
    let batch = batches.get(name);
    if (!batch) batches.set(name, (batch = { platform, channelId, channelKey, tasks: [] }));
    batch.tasks.push(task);
  }
  return [...batches.values()];
}
