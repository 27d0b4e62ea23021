import type { HostileAction } from './hostile-action.ts';

type Kind<Action> = abstract new (...input: never[]) => Action;

/** A seed's actions by the addresses that upstreams find in the requests. */
export class ActionRegistry {
  readonly #actions = new Map<string, HostileAction>();

  add(action: HostileAction): void {
    this.#actions.set(action.address, action);
  }

  clear(): void {
    this.#actions.clear();
  }

  get all(): HostileAction[] {
    return [...this.#actions.values()];
  }

  /** Finds the action that a text refers to. Throws if it refers to none of that kind. */
  find<Action extends HostileAction>(kind: Kind<Action>, text: string): Action {
    const address = /\b10\.\d+\.\d+\.\d+\b/.exec(text)?.[0] ?? '';
    const action = this.#actions.get(address);
    if (action instanceof kind) return action;
    throw new Error(`nobody did ${address} of ${kind.name}`);
  }
}
