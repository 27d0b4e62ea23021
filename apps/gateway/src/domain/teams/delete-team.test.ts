import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { insertSampleTask } from '../../../test-support/insert-sample-task.ts';
import { openTeamScene, type TeamScene } from '../../../test-support/team-scene.ts';
import { insertBatch } from '../../store/batches-repository.ts';
import { takeHold } from '../wallet/take-hold.ts';
import { settleHold } from '../wallet/settle-hold.ts';

/** Not due while the test runs; what is further ahead was written by a clock that was wrong, and is due. */
const inAnHour = () => Date.now() + 3_600_000;

describe.each(databaseKinds)('deleting a team, on %s', (kind) => {
  let scene: TeamScene;
  beforeAll(async () => {
    scene = await openTeamScene(kind);
  });
  afterAll(() => scene.close());

  test('waits for tasks, which may still be refunded', async () => {
    const owner = await scene.gateway.user();
    const team = await scene.makeTeam(owner);
    const running = { finish_time: 0, next_check_at: inAnHour() };
    const task = await insertSampleTask(scene.gateway, { id: team }, running);
    const remove = () => scene.ask(owner, 'DELETE', `/api/team/${team}`);
    expect(await remove()).toBe('team_calls_running');
    const ended = { finish_time: 1, next_check_at: null };
    const { db } = scene.gateway.app.domain.store;
    await db.updateTable('tasks').set(ended).where('task_id', '=', task).execute();
    expect(await remove()).toEqual({ returned: 0 });
  });

  test('waits for batches, so that what they did not cost goes to the owner too', async () => {
    const owner = await scene.gateway.user({ quota: 1000 });
    const team = await scene.makeTeam(owner);
    await scene.transfer(owner, team, 'deposit', 1000);
    const { store } = scene.gateway.app.domain;
    const hold = {
      userId: team,
      apiKeyId: 0,
      apiKeyLimited: false,
      amount: 400,
      reference: `batch_${team}`,
      at: 1,
    };
    const { id } = await store.transaction(async (trx) => {
      await takeHold(trx, hold);
      return insertBatch(trx, batchOf(hold));
    });
    const remove = () => scene.ask(owner, 'DELETE', `/api/team/${team}`);
    expect(await remove()).toBe('team_calls_running');
    await store.transaction(async (trx) => {
      await settleHold(trx, hold, { rows: [], calls: 0 });
      const ended = { ended_at: 2, next_check_at: null };
      await trx.updateTable('batches').set(ended).where('id', '=', id).execute();
    });
    expect(await remove()).toEqual({ returned: 1000 });
  });
});

/** A batch that its provider is running. */
function batchOf({
  userId,
  amount,
  reference,
}: {
  userId: number;
  amount: number;
  reference: string;
}) {
  return {
    batch_id: reference,
    user_id: userId,
    username: 'team',
    token_id: 0,
    token_name: 'key',
    token_limited: 0,
    group: 'default',
    ip: '',
    model_name: 'gpt-4o-mini',
    channel_id: 0,
    channel_key: '',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    input_file_id: 'file-1',
    metadata: 'null',
    status: 'in_progress',
    total: 1,
    prompt_max: 1,
    prompt_estimate: 1,
    completion_max: 1,
    price: '{}',
    hold: amount,
    created_at: 1,
    next_check_at: inAnHour(),
  };
}
