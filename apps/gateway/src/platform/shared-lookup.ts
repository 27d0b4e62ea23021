import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';

/** Looks up all addresses of a name. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup that asks the system once for all who wait for the same name. Node looks up two names at
 * once: an upstream whose name server is silent would take both, with one connection after the other, and
 * leave none to the others.
 */
export function createSharedLookup(lookup: LookupAll = systemLookup): LookupAll {
  const underWay = new Map<string, Parameters<LookupAll>[2][]>();
  return (hostname, options, callback) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const waiting = underWay.get(key);
    if (waiting) return void waiting.push(callback);
    const callbacks = [callback];
    lookup(hostname, options, (error, addresses) => {
      underWay.delete(key);
      for (const each of callbacks) each(error, addresses);
    });
    underWay.set(key, callbacks);
  };
}

/** The lookup of names that the operator configures. */
export const sharedLookup = createSharedLookup();
