import type { Agent } from 'node:http';
import type { MoneySnapshot } from './money-snapshot.ts';

/** The caller of an action, and the gateway. */
export interface ActionTarget {
  /** Origin of a gateway. */
  url: string;
  secret: string;
  agent: Agent;
  /** A session of the same user, for requests of the playground page. */
  session: { userId: number; token: string };
}

/** Something that a hostile caller does, with an upstream that may lie about it. */
export interface HostileAction {
  /** A client address that no other action has: it identifies the action in the log. */
  readonly address: string;
  /** Whether its upstream exceeded its limit, so that the operator may lose money. */
  readonly canLose: boolean;
  /** Performs it; resolves when the caller is done. */
  run(target: ActionTarget): Promise<void>;
  /** Returns the first fault in its money, after everything has ended. */
  findFault(snapshot: MoneySnapshot): string | undefined;
  /** Returns the plan and the outcome, for a fault's message. */
  describe(): object;
}
