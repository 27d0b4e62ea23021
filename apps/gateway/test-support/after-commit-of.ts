import type { Store } from '../src/store/open-store.ts';

/**
 * Lets somebody else be faster than an answer: once a transaction is committed after which `happened`
 * is true, `next` runs to its end before whoever asked for the transaction learns of it. Once; returns
 * a function that tells whether it came to that.
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
