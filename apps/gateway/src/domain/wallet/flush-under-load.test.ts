import { LOG_CONSUME } from '@tollgate/contract';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { manualClock } from '../../platform/clock.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { PostgresBackend } from './postgres-backend.ts';
import { LocalJournal } from './store/local-journal.ts';

/** Calls that end one after another while charges are being applied: more than enough to tell. */
const CALLS = 20;

test.skipIf(!databaseKinds.includes('postgres'))(
  'applying charges ends although calls end all the time: readers of balances wait for it, and the heartbeat',
  async () => {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const store = await openStore({
      databaseUrl: database.databaseUrl,
      dataDir: database.dataDir,
    });
    const clock = manualClock(1_790_000_000_000);
    const journal = new LocalJournal({
      path: join(database.dataDir, 'journal.db'),
      durability: 'normal',
    });
    let ended = 0;
    const endCall = () =>
      backend.append({ limited: false, logged: true, row: { ...ROW, request_id: `r${ended++}` } });
    /** Another call ends during each transaction. */
    const transaction: Store['transaction'] = async (work) => {
      if (ended > 0 && ended < CALLS) await endCall();
      return store.transaction(work);
    };
    const backend = new PostgresBackend({
      store: { ...store, db: store.db, isUp: true, transaction },
      journal,
      nodeId: 'node',
      clock,
    });
    await backend.recover();
    await endCall();
    await backend.apply();
    expect(ended).toBe(2);
    await backend.close();
    await store.close();
    await database.remove();
  },
);

const ROW = {
  created_at: 1_790_000_000,
  type: LOG_CONSUME,
  user_id: 1,
  username: 'u',
  token_id: 0,
  token_name: 'k',
  channel_id: 1,
  model_name: 'm',
  group: 'default',
  quota: 0,
  prompt_tokens: 1,
  completion_tokens: 1,
  use_time: 0,
  is_stream: 0,
  content: '',
  other: '',
  ip: '',
};
