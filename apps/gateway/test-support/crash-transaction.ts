import type { Store } from '../src/store/open-store.ts';

/**
 * Makes the next transaction fail: before its commit, or after it, so that its result is lost. Returns a
 * function that undoes this if there was none.
 */
export function crashNextTransaction(store: Store, afterCommit: boolean): () => void {
  const { transaction } = store;
  const heal = () => void Object.assign(store, { transaction });
  const crash: Store['transaction'] = async (work) => {
    heal();
    if (!afterCommit)
      return transaction(async (trx) => {
        await work(trx);
        throw new Error('crashed before the commit');
      });
    await transaction(work);
    throw new Error('crashed after the commit');
  };
  Object.assign(store, { transaction: crash });
  return heal;
}
