import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import { createKeyring, readMasterKey } from '../platform/keyring.ts';
import { tryLockFolder } from '../platform/lock-folder.ts';
import { adoptNextMasterKey, keepNextMasterKey } from '../platform/next-master-key.ts';
import { readKeyCheck, replaceKeyCheck } from '../store/master-key-check-repository.ts';
import { listHeartbeats, lockNodes } from '../store/nodes-repository.ts';
import { closePayloadKeys } from '../store/payloads-repository.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { requireDatabase } from '../store/require-database.ts';
import { type ResealCounts, resealAll } from '../store/reseal-repository.ts';
import { CHECK_TEXT, openKeyring, SECRET_OPTIONS } from './open-keyring.ts';
import { listNodeFolders } from './wallet/node-folders.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** How long nodes are watched for heartbeats, which they send every 2 seconds. */
const WATCH_MS = 10_000;

export type RotationStep = 'key kept' | 'resealed' | 'committed' | 'key adopted';

export interface RotationOptions {
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY' | 'NEW_MASTER_KEY'>;
  /** How long nodes are watched for heartbeats, in milliseconds. */
  watchMs?: number;
  /** Called after each step. */
  onStep?: (step: RotationStep) => void;
}

/** Undefined if this rotation was already done. */
export type RotationResult = (ResealCounts & { oldKeyFile?: string }) | undefined;

/**
 * Re-encrypts everything with a new master key, in one transaction, while no node runs. If killed at any
 * point, the rotation has happened either completely or not at all, and the next start or rotation continues
 * from there (ADR 68). Throws an OperatorError that says what to do; then nothing is changed.
 */
export async function rotateMasterKey(options: RotationOptions): Promise<RotationResult> {
  const { config } = options;
  if (config.MASTER_KEY && !config.NEW_MASTER_KEY) throw new OperatorError('rotation.needsNew');
  if (!config.MASTER_KEY && config.NEW_MASTER_KEY) throw new OperatorError('rotation.unwantedNew');
  requireDatabase(config);
  const unlock = lockAllFolders(config.DATA_DIR);
  try {
    const store = await openStore({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR });
    try {
      return await rotate(store, options);
    } finally {
      await store.close();
    }
  } finally {
    unlock();
  }
}

async function rotate(
  store: Store,
  { config, watchMs = WATCH_MS, onStep = () => {} }: RotationOptions,
): Promise<RotationResult> {
  const newKey = config.NEW_MASTER_KEY;
  const check = await readKeyCheck(store.db);
  if (newKey && check) {
    const isDone = createKeyring(Buffer.from(newKey, 'hex')).tryDecrypt(check.sealed) !== undefined;
    if (isDone) return undefined;
  }
  const keyring = await openKeyring(store, config);
  const heartbeats = await requireSilence(store, watchMs);
  const key = newKey ? Buffer.from(newKey, 'hex') : keepNextMasterKey(config.DATA_DIR);
  onStep('key kept');
  const next = createKeyring(key);
  const reseal = (sealed: string) => {
    const text = keyring.tryDecrypt(sealed);
    return text === undefined ? undefined : next.encrypt(text);
  };
  const counts = await store.transaction(async (trx) => {
    await lockNodes(trx, store.kind);
    if ((await listHeartbeats(trx)) !== heartbeats) throw new OperatorError('rotation.running');
    const keyCheck = await readKeyCheck(trx);
    if (!keyCheck || keyring.tryDecrypt(keyCheck.sealed) === undefined)
      throw new OperatorError('rotation.another');
    const done = await resealAll(trx, { secretOptions: SECRET_OPTIONS, reseal });
    const first = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
    if (!first) throw new OperatorError('rotation.gone');
    const lookupKey =
      keyCheck.lookupKey === ''
        ? next.encrypt(first.toString('hex'))
        : (reseal(keyCheck.lookupKey) as string);
    await closePayloadKeys(trx);
    await replaceKeyCheck(trx, { sealed: next.encrypt(CHECK_TEXT), lookupKey });
    onStep('resealed');
    return done;
  });
  onStep('committed');
  if (newKey) return counts;
  const oldKeyFile = adoptNextMasterKey(config.DATA_DIR);
  onStep('key adopted');
  return { ...counts, oldKeyFile };
}

/** Locks the folders of all nodes on this machine. Throws if a process is using one. */
function lockAllFolders(dataDir: string): () => void {
  const unlocks: (() => void)[] = [];
  const unlockAll = () => {
    for (const unlock of unlocks) unlock();
  };
  for (const folder of listNodeFolders(dataDir)) {
    const unlock = tryLockFolder(folder);
    if (!unlock) {
      unlockAll();
      throw new OperatorError('rotation.running');
    }
    unlocks.push(unlock);
  }
  return unlockAll;
}

/** On PostgreSQL, watches the nodes of all machines. Throws an OperatorError if one sends a heartbeat. */
async function requireSilence(store: Store, watchMs: number): Promise<string> {
  const heartbeats = await listHeartbeats(store.db);
  if (store.kind === 'sqlite') return heartbeats;
  await wait(watchMs);
  if ((await listHeartbeats(store.db)) !== heartbeats) throw new OperatorError('rotation.running');
  return heartbeats;
}
