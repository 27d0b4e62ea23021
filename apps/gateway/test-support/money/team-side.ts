import { sql } from 'kysely';
import type { Domain } from '../../src/domain/domain.ts';
import { deposit, withdraw } from '../../src/domain/teams/team-money.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Store } from '../../src/store/open-store.ts';
import { insertMember } from '../../src/store/teams-repository.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedNode } from './simulated-node.ts';

interface TeamScene {
  store: Store;
  clock: Clock;
  random: SeededRandom;
  /** This user becomes the team. */
  teamId: number;
  ownerId: number;
}

/**
 * A team whose owner transfers to and from it while its keys call, concurrently with everything else in a
 * world.
 */
export class TeamSide {
  readonly #scene: TeamScene;
  #steps = 0;

  private constructor(scene: TeamScene) {
    this.#scene = scene;
  }

  static async open(scene: TeamScene): Promise<TeamSide> {
    const { store, teamId, ownerId } = scene;
    await store.db.updateTable('users').set({ kind: 'team' }).where('id', '=', teamId).execute();
    await insertMember(store.db, {
      team_id: teamId,
      user_id: ownerId,
      role: 'owner',
      joined_at: 0,
    });
    return new TeamSide(scene);
  }

  /** Makes one transfer on a node; it may be refused, repeated, or die with the node. */
  async act(node: SimulatedNode): Promise<void> {
    const { points, wallet } = node;
    const { store, clock, random, teamId, ownerId: userId } = this.#scene;
    const transaction: Store['transaction'] = (work) => points.pass(() => store.transaction(work));
    const dying = Object.create(store, { transaction: { value: transaction } }) as Store;
    const domain: Pick<Domain, 'store' | 'clock' | 'wallet'> = { store: dying, clock, wallet };
    // Sometimes repeats the previous step's key, as if a response was lost.
    this.#steps += random.oneIn(4) ? 0 : 1;
    const transfer = { quota: random.between(1, 900), idempotency_key: String(this.#steps) };
    const move = random.oneIn(2) ? withdraw : deposit;
    await node.live(() => move(domain, { teamId, userId, role: 'owner' }, transfer));
  }

  /** After everything has ended: what left one balance must have reached the other, each transfer once. */
  async findFault(): Promise<string | undefined> {
    const { store, teamId, ownerId } = this.#scene;
    const { rows } = await sql<{ sum: number | string; rows: number | string }>`
      SELECT coalesce(sum(amount), 0) AS sum, count(*) AS rows FROM ledger
      WHERE kind = 'team' AND user_id IN (${teamId}, ${ownerId})`.execute(store.db);
    const [{ sum, rows: booked } = { sum: 0, rows: 0 }] = rows;
    if (Number(sum) !== 0) return `team ${teamId}: transfers sum up to ${sum}`;
    return Number(booked) % 2 === 0 ? undefined : `team ${teamId}: a transfer has one side only`;
  }
}
