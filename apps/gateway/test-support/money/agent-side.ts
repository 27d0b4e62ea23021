import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { transferEarnings } from '../../src/domain/accounts/own-account.ts';
import { cancelPayout, decidePayout, requestPayout } from '../../src/domain/agents/payouts.ts';
import { buyCodes, voidCode } from '../../src/domain/agents/sold-codes.ts';
import type { Domain } from '../../src/domain/domain.ts';
import { refundOrder } from '../../src/domain/payments/refund-order.ts';
import { releaseRebates } from '../../src/domain/rebates/release-rebates.ts';
import { redeemCode } from '../../src/domain/redemptions/redeem-code.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Store } from '../../src/store/open-store.ts';
import type { OrderRow } from '../../src/store/orders-repository.ts';
import { findUserById } from '../../src/store/users-repository.ts';
import type { SeededRandom } from './seeded-random.ts';
import { payOrder, placeOrder } from './rebate-scene.ts';
import type { SimulatedNode } from './simulated-node.ts';

type AgentDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'wallet' | 'keyring'>;

const OPTIONS: Record<string, unknown> = {
  RebatePercent: 7,
  RebateMaxPerInvitee: 0,
  RebateMaxPerMonth: 0,
  RebateWaitDays: 0,
  PayoutMinimum: 1,
  QuotaPerUnit: 1,
};
const SHARE = 2000n;
const DISCOUNT = 1500;

/**
 * An agent and a customer whom they invited: top-ups, refunds, transfers, payouts and codes, concurrently
 * with everything else in a world.
 */
export class AgentSide {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: SeededRandom;
  readonly #agentId: number;
  readonly #customerId: number;
  readonly #orders: OrderRow[] = [];
  #steps = 0;

  private constructor(scene: {
    store: Store;
    clock: Clock;
    random: SeededRandom;
    users: number[];
  }) {
    const [agentId = 0, customerId = 0] = scene.users;
    this.#store = scene.store;
    this.#clock = scene.clock;
    this.#random = scene.random;
    this.#agentId = agentId;
    this.#customerId = customerId;
  }

  /** Makes the first user an agent who invited the second. */
  static async open(scene: {
    store: Store;
    clock: Clock;
    random: SeededRandom;
    users: number[];
  }): Promise<AgentSide> {
    const side = new AgentSide(scene);
    const { db } = scene.store;
    await db
      .updateTable('users')
      .set({ inviter_id: side.#agentId })
      .where('id', '=', side.#customerId)
      .execute();
    await db
      .insertInto('agents')
      .values({
        user_id: side.#agentId,
        enabled: 1,
        basis_points: Number(SHARE),
        discount_basis_points: DISCOUNT,
        code: null,
        invitation: '',
        created_at: 0,
      })
      .execute();
    return side;
  }

  /**
   * Performs one action of agent, customer or administrator on a node; it may be refused, or die with the
   * node.
   */
  async act(node: SimulatedNode): Promise<void> {
    const domain = this.#domainOn(node);
    const steps = [
      this.#pay,
      this.#refund,
      this.#askPayout,
      this.#endPayout,
      this.#move,
      this.#trade,
      this.#redeemOwn,
    ];
    await this.#random.one(steps).call(this, node, domain);
  }

  async #pay(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const known = this.#orders.length > 0 && this.#random.oneIn(3);
    const order = known
      ? this.#random.one(this.#orders)
      : await placeOrder(
          { store: this.#store, clock: this.#clock },
          this.#customerId,
          this.#some(),
        );
    if (!known) this.#orders.push(order);
    await node.live(() => payOrder(domain, order));
  }

  async #refund(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    if (this.#orders.length === 0) return;
    const { id } = this.#random.one(this.#orders);
    const takeQuota = !this.#random.oneIn(3);
    await node.live(() => refundOrder(domain, ROOT, { id, reason: 'given back', takeQuota }));
  }

  async #askPayout(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const request = { amount: this.#some(), account: 'bank', idempotency_key: this.#key() };
    await node.live(() => requestPayout(domain, { id: this.#agentId, username: 'a' }, request));
  }

  async #endPayout(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const payouts = await this.#rows('payouts', 'user_id');
    if (payouts.length === 0) return;
    const { id } = this.#random.one(payouts);
    const state = this.#random.oneIn(2) ? 'paid' : 'refused';
    await node.live<unknown>(() =>
      this.#random.oneIn(3)
        ? cancelPayout(domain, { id: this.#agentId, username: 'a' }, id)
        : decidePayout(domain, ROOT, { id, state, note: 'noted' }),
    );
  }

  async #move(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const user = await findUserById(this.#store.db, this.#agentId);
    if (!user) return;
    const body = { quota: this.#some(), idempotency_key: this.#key() };
    await node.live(() => transferEarnings(domain, user, body));
  }

  async #trade(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const codes = await this.#rows('redemptions', 'seller_id');
    const code = codes.length > 0 ? this.#random.one(codes) : undefined;
    await node.live<unknown>(() => {
      if (!code || this.#random.oneIn(2)) {
        const count = this.#random.between(1, 3);
        const order = { quota: this.#some(), count, idempotency_key: this.#key() };
        return buyCodes(domain, this.#agentId, order);
      }
      if (this.#random.oneIn(2)) return voidCode(domain, this.#agentId, code.id);
      return redeemCode(domain, { id: this.#customerId, username: 'c' }, code.key_cipher);
    });
  }

  /** The agent tries to get the discount back: must never work, and leaves the code unchanged. */
  async #redeemOwn(node: SimulatedNode, domain: AgentDomain): Promise<void> {
    const codes = await this.#rows('redemptions', 'seller_id');
    if (codes.length === 0) return;
    const { key_cipher } = this.#random.one(codes);
    const agent = { id: this.#agentId, username: 'a' };
    await node.live(() => redeemCode(domain, agent, key_cipher));
  }

  /** After everything has ended: the two ledgers must agree with orders, payouts and codes. */
  async findFault(): Promise<string | undefined> {
    await releaseRebates(this.#domain(this.#store));
    const [agent, customer] = [this.#agentId, this.#customerId];
    const { rows } = await sql<Record<string, number | string>>`SELECT
      (SELECT coalesce(sum(quota), 0) FROM orders WHERE user_id = ${customer} AND status IN ('paid', 'refunded')) AS "ordered",
      (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ${customer} AND kind = 'topup') AS "topped up",
      (SELECT coalesce(sum(amount), 0) FROM payouts WHERE user_id = ${agent} AND state IN ('requested', 'paid')) AS "paid out",
      (SELECT coalesce(-sum(amount), 0) FROM earnings WHERE user_id = ${agent} AND kind IN ('payout', 'payout-returned')) AS "taken for payouts",
      (SELECT coalesce(sum(price), 0) FROM redemptions WHERE seller_id = ${agent} AND deleted_at IS NULL) AS "worth of codes",
      (SELECT coalesce(-sum(amount), 0) FROM ledger WHERE user_id = ${agent} AND kind IN ('codes', 'codes-returned')) AS "paid for codes",
      (SELECT coalesce(sum(quota), 0) FROM redemptions WHERE seller_id = ${agent} AND used_user_id = ${customer}) AS "codes redeemed",
      (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ${customer} AND kind = 'redemption') AS "credited for codes",
      (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ${agent} AND kind = 'transfer') AS "transferred",
      (SELECT coalesce(-sum(amount), 0) FROM earnings WHERE user_id = ${agent} AND kind = 'transfer') AS "taken for transfers",
      (SELECT coalesce(sum(amount), 0) FROM rebates WHERE user_id = ${agent} AND state = 'earned') AS "rebates",
      (SELECT coalesce(sum(amount), 0) FROM earnings WHERE user_id = ${agent} AND kind IN ('rebate', 'rebate-reversed')) AS "earned"
    `.execute(this.#store.db);
    const sums = Object.entries(rows[0] ?? {}).map(([name, sum]) => [name, Number(sum)] as const);
    for (let at = 0; at < sums.length; at += 2) {
      const [[left, is] = ['', 0], [right, should] = ['', 0]] = sums.slice(at, at + 2);
      if (is !== should) return `agent ${agent}: ${left} ${is}, ${right} ${should}`;
    }
    return (await this.#findMintedMoney()) ?? this.#findWrongRebate();
  }

  /** No code was redeemed by its seller, and none was paid for with refunds of calls or money from a team. */
  async #findMintedMoney(): Promise<string | undefined> {
    const codes = await this.#rows('redemptions', 'seller_id');
    const ownCode = codes.find(({ used_user_id }) => used_user_id === this.#agentId);
    if (ownCode) return `agent ${this.#agentId}: redeemed the own code ${ownCode.id}`;
    const ledger = await this.#store.db
      .selectFrom('ledger')
      .select(['kind', 'amount'])
      .where('user_id', '=', this.#agentId)
      .where('kind', 'not in', ['usage', 'loss', 'hold', 'refund', 'team'])
      .orderBy('id')
      .execute();
    let funds = 0;
    for (const { kind, amount } of ledger) {
      funds += amount;
      if (kind === 'codes' && funds < 0)
        return `agent ${this.#agentId}: codes for ${-funds} too much`;
    }
    return undefined;
  }

  async #findWrongRebate(): Promise<string | undefined> {
    const orders = await this.#store.db
      .selectFrom('orders')
      .leftJoin('rebates', 'rebates.order_id', 'orders.id')
      .select(['orders.id', 'orders.status', 'orders.quota', 'rebates.amount', 'rebates.state'])
      .where('orders.user_id', '=', this.#customerId)
      .execute();
    for (const { id, status, quota, amount, state } of orders) {
      const share = Number((BigInt(quota) * SHARE) / 10_000n);
      const expected = status === 'paid' && share > 0 ? share : 0;
      const earned = state === 'earned' ? (amount ?? 0) : 0;
      if (earned !== expected) return `order ${id} (${status}) of ${quota} earned ${earned}`;
    }
    return undefined;
  }

  #rows(table: 'payouts' | 'redemptions', column: 'user_id' | 'seller_id') {
    return this.#store.db
      .selectFrom(table as 'redemptions')
      .selectAll()
      .where(column, '=', this.#agentId)
      .orderBy('id')
      .execute();
  }

  #some(): number {
    return this.#random.between(1, 900);
  }

  /** Sometimes repeats the previous step's key, as if a response was lost. */
  #key(): string {
    this.#steps += this.#random.oneIn(4) ? 0 : 1;
    return `agent-${this.#agentId}-${this.#steps}`;
  }

  #domainOn(node: SimulatedNode): AgentDomain {
    const { points, wallet } = node;
    const transaction: Store['transaction'] = (work) =>
      points.pass(() => this.#store.transaction(work));
    const store = Object.create(this.#store, { transaction: { value: transaction } }) as Store;
    return { ...this.#domain(store), wallet };
  }

  #domain(store: Store): Omit<AgentDomain, 'wallet'> {
    const get = (key: string) => OPTIONS[key] ?? 0;
    const options = { get, number: get, boolean: () => false, text: () => '' };
    const keyring = {
      hash: (_: string, text: string) => createHash('sha256').update(text).digest('hex'),
      encrypt: (text: string) => text,
      decrypt: (sealed: string) => sealed,
      tryDecrypt: (sealed: string) => sealed,
    };
    return { store, clock: this.#clock, options, keyring } as unknown as AgentDomain;
  }
}

const ROOT = { id: 1, username: 'root', role: 100 };
