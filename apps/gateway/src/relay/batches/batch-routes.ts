/** Operations on batches. */
export type BatchRoute =
  | { readonly name: 'batch'; readonly method: 'GET'; readonly also: 'POST'; readonly part: 'all' }
  | {
      readonly name: 'batch';
      readonly method: 'GET';
      readonly part: 'one';
      readonly id: string;
    }
  | {
      readonly name: 'batch';
      readonly method: 'POST';
      readonly part: 'cancel';
      readonly id: string;
    };

const BATCH_PATH = /^\/v1\/batches\/([\w-]{1,200})(\/cancel)?$/;

/** Returns the route of a path under /v1/batches; undefined for any other. */
export function findBatchRoute(path: string): BatchRoute | undefined {
  const name = 'batch';
  if (path === '/v1/batches') return { name, method: 'GET', also: 'POST', part: 'all' };
  const [, id, cancel] = BATCH_PATH.exec(path) ?? [];
  if (id === undefined) return undefined;
  return cancel === undefined
    ? { name, method: 'GET', part: 'one', id }
    : { name, method: 'POST', part: 'cancel', id };
}
