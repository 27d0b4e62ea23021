import type { Reservation, StreamCharge } from '../../src/domain/wallet/wallet.ts';
import { consumeRow } from './accounts.ts';
import type { SimulatedNode } from './simulated-node.ts';

/**
 * A call through a node, from its reservation to its end. `answered`: the caller received everything, so it
 * must be charged. `owed`: the caller received a part and the charge could not be stored; it must be charged
 * unless the node dies before it can. `unknown`: the node died during it; it is charged or not, but not
 * twice. `lost`: the node died while it ran, and charges what was noted. `free`: it failed or was refused and
 * must not be charged, unless the node dies before it forgets a note.
 */
export class SimulatedCall {
  state: 'running' | 'answered' | 'owed' | 'unknown' | 'lost' | 'free' = 'free';
  reserved = 0;
  /** What was noted as delivered: what a restart may charge. Several if the outcome of a write is unknown. */
  noted: number[] = [];
  /** Whether a note is certain to be stored. */
  isNoted = false;
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

  /** Describes what has been delivered so far, for a note. */
  delivery(floor: number, at: number): StreamCharge | undefined {
    const { reservation, requestId, userId, logged, delivered } = this;
    if (!reservation?.open || !delivered || floor > reservation.amount) return undefined;
    const row = consumeRow({ requestId, userId, apiKeyId: this.apiKeyId ?? 0, price: floor, at });
    return { id: requestId, reservation, row, logged, delivered };
  }

  /** The node died: only what was noted is charged. */
  lose(): void {
    this.state = this.noted.length > 0 ? 'lost' : 'free';
  }

  /** The upstream failed: nothing is charged. */
  fail(): void {
    if (this.reservation && this.node.alive) this.node.wallet.void(this.reservation);
    this.state = 'free';
  }
}
