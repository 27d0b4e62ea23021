import type { Reservation } from '../../src/domain/wallet/wallet.ts';
import { consumeRow } from './accounts.ts';
import type { SimulatedNode } from './simulated-node.ts';

/**
 * A call through a node, from its reservation to its end. `answered`: the caller received everything, so it
 * must be charged. `owed`: the caller received a part and the charge could not be stored; it must be charged
 * unless the node dies before it can. `unknown`: the node died during it; it is charged or not, but not
 * twice. `free`: it failed or was refused and must not be charged.
 */
export class SimulatedCall {
  state: 'running' | 'answered' | 'owed' | 'unknown' | 'free' = 'free';
  reserved = 0;
  reservation: Reservation | undefined;
  readonly node: SimulatedNode;
  readonly requestId: string;
  readonly userId: number;
  readonly apiKeyId: number | undefined;
  readonly price: number;
  readonly logged: boolean;
  /** Whether the caller receives chunks of the response before its end. */
  readonly delivered: boolean;

  constructor(plan: {
    node: SimulatedNode;
    requestId: string;
    userId: number;
    apiKeyId: number | undefined;
    price: number;
    logged: boolean;
    delivered: boolean;
  }) {
    this.node = plan.node;
    this.requestId = plan.requestId;
    this.userId = plan.userId;
    this.apiKeyId = plan.apiKeyId;
    this.price = plan.price;
    this.logged = plan.logged;
    this.delivered = plan.delivered;
  }

  /** Requests a reservation. Stays `free` if it is refused. */
  async begin(amount: number): Promise<void> {
    const { node, userId, apiKeyId } = this;
    const result = await node.live(() =>
      node.wallet.reserve({ userId, limitedApiKeyId: apiKeyId, amount }),
    );
    if (result === undefined || typeof result === 'string') return;
    this.reservation = result;
    this.reserved = amount;
    this.state = 'running';
  }

  /** Extends the response; returns true while the balance suffices. */
  async grow(more: number): Promise<void> {
    const { node, reservation } = this;
    if (!reservation) return;
    const covered = await node.live(() => node.wallet.extend(reservation, more));
    if (covered === true) this.reserved += more;
  }

  /**
   * The upstream responded: charges. If the charge can't be stored the caller gets an error, and nothing may
   * be charged later.
   */
  async finish(nowSeconds: number): Promise<void> {
    const { node, reservation, requestId, userId, price, logged, delivered } = this;
    if (!reservation) return;
    this.state = 'unknown';
    const apiKeyId = this.apiKeyId ?? 0;
    const row = consumeRow({ requestId, userId, apiKeyId, price, at: nowSeconds });
    const settled = await node.live(() =>
      node.wallet.settle(reservation, { row, logged, delivered }).then(
        () => true,
        () => false,
      ),
    );
    if (settled !== undefined) this.state = settled ? 'answered' : delivered ? 'owed' : 'free';
  }

  /** The upstream failed: nothing is charged. */
  fail(): void {
    if (this.reservation && this.node.alive) this.node.wallet.void(this.reservation);
    this.state = 'free';
  }
}
