import type { Store } from '../src/store/open-store.ts';

/**
 * Simulates a concurrent change before a response: once a transaction is committed after which `happened` is
 * true, runs `next` to its end before the caller of the transaction learns of it. Works once; returns a
 * function that tells whether it happened.
 */
export function afterCommitOf(
  store: Store,
  happened: () => Promise<boolean>,
  next: () => Promise<unknown>,
): () => boolean {
  const { transaction } = store;
  let isDone = false;
  const watched: Store['transaction'] = async (work) => {
    const result = await transaction(work);
    if (isDone || !(await happened())) return result;
    isDone = true;
    Object.assign(store, { transaction });
    await next();
    return result;
  };
  Object.assign(store, { transaction: watched });
  return () => isDone;
}
