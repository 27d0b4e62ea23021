import { newTaskId } from '../src/domain/tasks/new-task-id.ts';
import type { Domain } from '../src/domain/domain.ts';
import type { NewTask } from '../src/store/tasks-repository.ts';
import type { Client } from './test-gateway.ts';

/**
 * Stores a finished task of `client` as left by one on channel 7, with the given fields overridden; returns
 * its id.
 */
export async function insertSampleTask(
  { app }: { app: { domain: Pick<Domain, 'store' | 'clock'> } },
  client: Pick<Client, 'id'>,
  { platform = 'mj', ...fields }: Partial<NewTask> = {},
): Promise<string> {
  const now = app.domain.clock.nowMs();
  const { task_id: id } = await app.domain.store.db
    .insertInto('tasks')
    .values({
      platform,
      task_id: newTaskId(platform, now),
      upstream_id: 'upstream-1',
      user_id: client.id,
      username: 'someone',
      token_id: 1,
      token_name: 'key',
      token_limited: 0,
      group: 'default',
      model_name: platform === 'mj' ? 'mj_imagine' : 'suno_music',
      request_id: 'r',
      channel_id: 7,
      action: platform === 'mj' ? 'IMAGINE' : 'MUSIC',
      code: platform === 'mj' ? 1 : 0,
      status: 'SUCCESS',
      progress: '100%',
      quota: 50_000,
      charge: 'charged',
      created_at: Math.floor(now / 1000),
      submit_time: now,
      start_time: now + 1000,
      finish_time: now + 45_000,
      data: '{}',
      next_check_at: null,
      ...fields,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  return id;
}
