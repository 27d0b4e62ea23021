/**
 * Returns how many bytes a function reads of what it is given, whether one by one or with `indexOf`: a
 * measure of its work that no load disturbs.
 */
export function countReads(bytes: Uint8Array, work: (bytes: Uint8Array) => unknown): number {
  let reads = 0;
  const counted = new Proxy(bytes, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) {
        reads++;
        return target[Number(name)];
      }
      if (name === 'indexOf')
        return (byte: number, from = 0) => {
          const found = target.indexOf(byte, from);
          reads += (found === -1 ? target.length : found + 1) - from;
          return found;
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  work(counted);
  return reads;
}
