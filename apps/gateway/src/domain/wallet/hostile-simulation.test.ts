import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { HostileWorld } from '../../../test-support/hostile/hostile-world.ts';

/** `SEED=123` runs one seed again; `SEEDS=2000` runs more of them. */
const { SEED, SEEDS } = process.env;
const COUNT = { sqlite: 40, postgres: 15 };

describe.each(databaseKinds)('hostile callers before lying upstreams on %s', (kind) => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await HostileWorld.open(kind);
  });
  afterAll(() => world.close());

  const count = SEEDS ? Number(SEEDS) : COUNT[kind];
  const seeds = SEED ? [Number(SEED)] : Array.from({ length: count }, (_, index) => index + 1);

  test(
    'pay for all that was delivered, once and never more than was reserved, and cost the house nothing',
    { timeout: 60_000 + seeds.length * 1000 },
    async () => {
      for (const seed of seeds)
        expect(await world.run(seed), `SEED=${seed} on ${kind}`).toBeUndefined();
    },
  );
});
