import type { HostileAction } from './deed.ts';

type Kind<Deed> = abstract new (...input: never[]) => Deed;

/** A seed's deeds by the addresses that upstreams find in the requests. */
export class Deeds {
  readonly #deeds = new Map<string, HostileAction>();

  add(deed: HostileAction): void {
    this.#deeds.set(deed.address, deed);
  }

  clear(): void {
    this.#deeds.clear();
  }

  get all(): HostileAction[] {
    return [...this.#deeds.values()];
  }

  /** Finds the deed that a text refers to. Throws if it refers to none of that kind. */
  find<Deed extends HostileAction>(kind: Kind<Deed>, text: string): Deed {
    const address = /\b10\.\d+\.\d+\.\d+\b/.exec(text)?.[0] ?? '';
    const deed = this.#deeds.get(address);
    if (deed instanceof kind) return deed;
    throw new Error(`nobody did ${address} of ${kind.name}`);
  }
}
