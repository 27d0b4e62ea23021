import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { HostileWorld } from '../../../test-support/hostile/hostile-world.ts';

/** `SEED=123` replays one seed; `SEEDS=2000` runs that many. */
const { SEED, SEEDS } = process.env;
const COUNT = { sqlite: 16, postgres: 8 };

describe.each(databaseKinds)('hostile callers and dishonest upstreams on %s', (kind) => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await HostileWorld.open(kind);
  });
  afterAll(() => world.close());

  const count = SEEDS ? Number(SEEDS) : COUNT[kind];
  const seeds = SEED ? [Number(SEED)] : Array.from({ length: count }, (_, index) => index + 1);

  test('callers pay once for text, media, tasks, batches and realtime sessions, never more than was reserved, and the operator has no loss', async () => {
    for (const seed of seeds)
      expect(await world.run(seed), `SEED=${seed} on ${kind}`).toBeUndefined();
  });
});
