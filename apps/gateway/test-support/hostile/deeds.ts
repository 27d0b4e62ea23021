import type { HostileDeed } from './deed.ts';

type Kind<Deed> = abstract new (...input: never[]) => Deed;

/** The deeds of a seed by the addresses that upstreams find in what they are sent. */
export class Deeds {
  readonly #deeds = new Map<string, HostileDeed>();

  add(deed: HostileDeed): void {
    this.#deeds.set(deed.address, deed);
  }

  clear(): void {
    this.#deeds.clear();
  }

  get all(): HostileDeed[] {
    return [...this.#deeds.values()];
  }

  /** The deed that a text tells of. Throws where it tells of none of that kind. */
  find<Deed extends HostileDeed>(kind: Kind<Deed>, text: string): Deed {
    const address = /\b10\.\d+\.\d+\.\d+\b/.exec(text)?.[0] ?? '';
    const deed = this.#deeds.get(address);
    if (deed instanceof kind) return deed;
    throw new Error(`nobody did ${address} of ${kind.name}`);
  }
}
