import type { TaskRow } from '../../src/store/tasks-repository.ts';
import type { MoneySnapshot, ChargeRow } from './money-snapshot.ts';
import { countJobs } from './count-jobs.ts';
import { HostileRequest, type RenderedRequest } from './hostile-request.ts';
import { TASK_PRICES, type TaskFate, type TaskPlan } from './task-plan.ts';

/** Fates whose final reports all agree; for others the first report may be lost in a crash. */
const OUTCOMES: Partial<Record<TaskFate, TaskRow['status']>> = {
  succeeds: 'SUCCESS',
  garbled: 'SUCCESS',
  fails: 'FAILURE',
  never: 'FAILURE',
  lost: 'FAILURE',
  'breaks-list': 'FAILURE',
};

/** A task, from its plan to what its caller received and its service made of it. */
export class HostileTask extends HostileRequest {
  readonly plan: TaskPlan;
  /** Jobs that the service bills; undefined if the submission did not reach it. */
  jobs: number | undefined;
  /** Number of lists that contained it. */
  lists = 0;
  /** Another task has the same id at the service, and gets some of its reports. */
  isShared = false;
  /** The task that it continues. */
  readonly #origin: HostileTask | undefined;

  constructor(plan: TaskPlan, origin?: HostileTask) {
    super(plan.address, plan.leaving);
    this.plan = plan;
    this.#origin = origin;
  }

  /** The price per task is reserved before anything is sent: nothing can be written off. */
  override get canLose(): boolean {
    return false;
  }

  get isMusic(): boolean {
    return this.plan.action === 'music' || this.plan.action === 'lyrics';
  }

  /** Our id of the task, as returned to the caller; '' for none. */
  get taskId(): string {
    try {
      const body = JSON.parse(this.text) as { result?: unknown; data?: unknown };
      const id = this.isMusic ? body.data : body.result;
      return typeof id === 'string' ? id : '';
    } catch {
      return '';
    }
  }

  recordSubmission(body: string): void {
    this.jobs = this.isMusic ? 1 : countJobs(body);
    this.notifyReached();
  }

  override findFault({ charges, tasks, refunds }: MoneySnapshot): string | undefined {
    const rows = charges.get(this.address) ?? [];
    const [row] = rows;
    if (rows.length > 1) return 'it is charged twice';
    if (this.jobs === undefined)
      return row ? 'no service heard of it and it is charged' : undefined;
    if (this.jobs > 1) return `one job is paid and ${this.jobs} are ordered`;
    const isTaken = ['takes', 'same-id'].includes(this.plan.submit);
    if (!row) return isTaken ? 'the service makes it and nobody pays' : undefined;
    if (!isTaken) return 'no service said that it took it, and it is charged';
    const task = tasks.find(({ request_id: id }) => id === row.request_id);
    if (!task) return 'it is charged and there is no task';
    const back = refunds.get(task.task_id) ?? [];
    return this.#faultOf(row, task, back);
  }

  #faultOf(row: ChargeRow, task: TaskRow, back: readonly number[]): string | undefined {
    const { action, submit, fate } = this.plan;
    if (row.quota !== TASK_PRICES[action]) return `it is charged ${row.quota}`;
    if (row.quota > Number(row.other['reserved'])) return 'it is charged more than was reserved';
    const failed = task.status === 'FAILURE';
    if (!failed && task.status !== 'SUCCESS') return `it ends as ${task.status}`;
    const due = failed ? [row.quota] : [];
    if (JSON.stringify(back) !== JSON.stringify(due))
      return `it is ${task.status}, back: ${back.join()}`;
    const isAlone = submit === 'takes' && !this.isShared;
    const expected = isAlone ? OUTCOMES[fate] : undefined;
    if (expected !== undefined && task.status !== expected)
      return `its service says ${expected}, and it is ${task.status}`;
    return undefined;
  }

  override describe(): object {
    const { plan, jobs, lists, status, text } = this;
    return { plan, jobs, lists, status, text };
  }

  protected override render(): RenderedRequest {
    const { action, byPage, words, batchSize } = this.plan;
    const prompt = `${this.address} ${words}`;
    const render = (path: string, body: object) => ({ path, body: JSON.stringify(body), byPage });
    switch (action) {
      case 'music':
        return render('/suno/submit/music', { prompt, mv: 'chirp-v4' });
      case 'lyrics':
        return render('/suno/submit/lyrics', { prompt });
      case 'variation': {
        const taskId = this.#origin?.taskId || '1234567890';
        const change = { taskId, action: 'VARIATION', index: 2, prompt };
        return render('/mj/submit/change', change);
      }
      default: {
        const size = batchSize === undefined ? {} : { batchSize };
        return render(`/mj/submit/${action}`, { prompt, ...size });
      }
    }
  }

  protected override leavesNow(): boolean {
    return false;
  }
}
