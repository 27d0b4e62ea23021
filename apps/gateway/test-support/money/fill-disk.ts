import SqliteDatabase from 'better-sqlite3';
import type { WalletBackend } from '../../src/domain/wallet/backend.ts';
import type { Store } from '../../src/store/open-store.ts';

/** Makes storing charges fail as on a full disk; returns a function that ends this. */
export function fillDisk({ sqlite }: Store, backend: WalletBackend): () => void {
  if (sqlite) {
    sqlite.journal.pragma('query_only = ON');
    return () => sqlite.journal.pragma('query_only = OFF');
  }
  const append = backend.append.bind(backend);
  backend.append = () =>
    Promise.reject(new SqliteDatabase.SqliteError('the disk is full', 'SQLITE_FULL'));
  return () => {
    backend.append = append;
  };
}
