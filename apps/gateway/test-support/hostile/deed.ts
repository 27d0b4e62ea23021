import type { Agent } from 'node:http';
import type { Books } from './books.ts';

/** Whom a deed is done as, and at which gateway. */
export interface DeedTarget {
  /** Origin of a gateway. */
  url: string;
  secret: string;
  agent: Agent;
  /** The session of the same user, for what the playground's page sends. */
  session: { userId: number; token: string };
}

/** Something that a hostile caller does, before an upstream that may lie about it. */
export interface HostileDeed {
  /** A client address that no other deed has: it identifies the deed in the log. */
  readonly address: string;
  /** Whether its upstream exceeded what it was sent, so that the operator may lose by it. */
  readonly mayLose: boolean;
  /** Does it; resolves when the caller is done. */
  run(target: DeedTarget): Promise<void>;
  /** The first thing that is wrong with its money, after everything has ended. */
  findFault(books: Books): string | undefined;
  /** What was planned and what became of it, for the message of a fault. */
  describe(): object;
}
