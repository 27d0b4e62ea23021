import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test-support/databases.ts';
import { rebuildAbilities } from './abilities-repository.ts';
import { insertChannels, type NewChannel } from './channels-repository.ts';
import { openStore } from './open-store.ts';

test('on SQLite, calls are served while many channels are created and while the index of all is rebuilt', async () => {
  const database = await createTestDatabase('sqlite', { hasTables: true });
  const store = await openStore(database);
  const models = Array.from({ length: 50 }, (_, index) => `model-${index}`).join(',');
  const texts = { key_cipher: '', key_hash: '', openai_organization: '', base_url: '', other: '' };
  const more = { model_mapping: '', status_code_mapping: '', setting: '', test_model: '', tag: '' };
  const numbers = { max_input_tokens: 0, auto_ban: 1, priority: 0, weight: 0 };
  const state = { status: 1, status_reason: '', status_time: 0, created_time: 1 };
  const fields = { type: 1, group: 'default', models, ...texts, ...more, ...numbers, ...state };
  const channels = Array.from({ length: 100 }, (_, index): NewChannel => ({
    ...fields,
    name: `channel ${index}`,
  }));
  /** Counts the turns of the event loop that others get meanwhile. */
  const countTurns = async (work: Promise<unknown>) => {
    let turns = 0;
    let isDone = false;
    const take = () => {
      turns += 1;
      if (!isDone) setImmediate(take);
    };
    setImmediate(take);
    await work;
    isDone = true;
    return turns;
  };
  const create = store.transaction((trx) => insertChannels(trx, channels));
  expect(await countTurns(create)).toBeGreaterThanOrEqual(5);
  const rebuild = store.transaction((trx) => rebuildAbilities(trx));
  expect(await countTurns(rebuild)).toBeGreaterThanOrEqual(9);
  const { count } = await store.db
    .selectFrom('abilities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(5000);
  await store.close();
  await database.remove();
});
