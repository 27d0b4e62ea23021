import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ActionRegistry } from './action-registry.ts';
import { HostileTask } from './hostile-task.ts';

/** Services for drawings and music whose responses and reports follow the plans. */
export class HostileTaskUpstream {
  readonly #registry: ActionRegistry;
  /** Tasks by the ids that the service assigned. */
  readonly #taken = new Map<string, HostileTask>();

  constructor(registry: ActionRegistry) {
    this.#registry = registry;
  }

  clear(): void {
    this.#taken.clear();
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isMusic = request.url?.includes('/suno/') ?? false;
    const body = await text(request);
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    if (/\/(?:suno\/fetch|list-by-condition)$/.test(request.url ?? '')) {
      const { ids } = JSON.parse(body) as { ids: string[] };
      const reports = this.#report(ids);
      if (!reports) send(200, '{"unavailable":');
      else send(200, isMusic ? { code: 'success', message: '', data: reports } : reports);
      return;
    }
    const task = this.#registry.find(HostileTask, body);
    task.recordSubmission(body);
    if (task.plan.leaving === 'before-head') await task.callerLeft;
    this.#takeUp(task, response, (id) =>
      send(
        200,
        isMusic
          ? { code: 'success', message: '', data: id }
          : { code: 1, description: 'ok', result: id, properties: {} },
      ),
    );
  }

  #takeUp(task: HostileTask, response: ServerResponse, respondWithId: (id: unknown) => void): void {
    const id = `up-${this.#taken.size}`;
    const [[other, shared] = [id, task]] = this.#taken;
    const fail = (status: number, body: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    };
    if (task.plan.submit !== 'refuses') this.#taken.set(id, task);
    switch (task.plan.submit) {
      case 'takes':
        return respondWithId(id);
      case 'same-id':
        shared.isShared = true;
        return respondWithId(other);
      case 'no-id':
        return respondWithId('');
      case 'empty':
        return respondWithId([]);
      case 'refuses':
        return fail(
          200,
          task.isMusic ? '{"code":"bad","message":"no"}' : '{"code":24,"description":"no"}',
        );
      case 'breaks':
        return fail(500, '{"error":"internal"}');
      case 'garbles':
        return fail(200, '<html>');
      case 'cuts':
        response.destroy();
    }
  }

  /** Reports on tasks; returns undefined if one of them makes the whole list unreadable. */
  #report(ids: readonly string[]): object[] | undefined {
    const known = ids.flatMap((id) => {
      const task = this.#taken.get(id);
      return task ? [{ id, task }] : [];
    });
    const spoilers = known.filter(
      ({ task: { plan, lists } }) => plan.fate === 'breaks-list' && lists < plan.patience,
    );
    // An unreadable list counts only for the tasks that spoil it.
    for (const { task } of spoilers.length > 0 ? spoilers : known) task.lists += 1;
    return spoilers.length > 0 ? undefined : known.flatMap(({ id, task }) => reportsOf(id, task));
  }
}

function reportsOf(id: string, { plan, lists, isMusic }: HostileTask): object[] {
  const turn = lists - plan.patience;
  const report = (status: string, more: object = {}) => ({
    ...(isMusic ? { task_id: id } : { id }),
    status,
    progress: '30%',
    failReason: 'it came out badly',
    imageUrl: 'https://cdn.example/a.png',
    ...more,
  });
  if (plan.fate === 'lost') return [];
  if (plan.fate === 'garbled' && turn <= 0)
    return [
      report('DONE?', { progress: { of: 1e9 }, startTime: -1e300, failReason: [7], data: 5 }),
    ];
  if (turn <= 0 || plan.fate === 'never') return [report('IN_PROGRESS')];
  switch (plan.fate) {
    case 'fails':
    case 'breaks-list':
      return [report('FAILURE')];
    case 'fails-then-succeeds':
      return [report(turn === 1 ? 'FAILURE' : 'SUCCESS')];
    case 'succeeds-then-fails':
      return [report(turn === 1 ? 'SUCCESS' : 'FAILURE')];
    case 'both':
      return [report('FAILURE'), report('SUCCESS')];
    default:
      return [report('SUCCESS')];
  }
}
