import { Secret } from 'otpauth';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import { insertPasskey } from '../../store/passkeys-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { confirmTotpSecret, savePendingTotp } from '../../store/totp-repository.ts';
import type { ImportRun } from './import-run.ts';
import { bytesOf, flagOf, integerOf, secondsOf, shortTextOf, textOf } from './source-values.ts';

/** The users' second factors, by user id of the source. */
export interface SourceFactors {
  totp: ReadonlyMap<number, string>;
  passkeys: ReadonlyMap<number, readonly ImportedPasskey[]>;
}

interface ImportedPasskey {
  /** Base64url, as is the public key. */
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string;
  isSynced: boolean;
  name: string;
  createdAt: number;
}

/** Reads authenticator apps and passkeys. Recovery codes are stored as hashes and can't be imported. */
export async function readFactors(run: ImportRun): Promise<SourceFactors> {
  const { source, findings } = run;
  const totp = new Map<number, string>();
  for (const row of (await source.all('two_fas')).filter(isKept)) {
    if (!flagOf(row, 'is_enabled')) continue;
    const secret = textOf(row, 'secret').replaceAll(/[\s=]/g, '').toUpperCase();
    if (isSecret(secret)) totp.set(integerOf(row, 'user_id'), secret);
    else findings.add('users', 'user_two_factor_dropped', integerOf(row, 'user_id'));
  }
  const codes = (await source.all('two_fa_backup_codes')).filter(isKept);
  for (const id of new Set(codes.map((row) => integerOf(row, 'user_id'))))
    if (totp.has(id)) findings.add('users', 'user_recovery_codes_dropped', id);
  return { totp, passkeys: await readPasskeys(run) };
}

const isKept = (row: SourceRow) => textOf(row, 'deleted_at') === '';

function isSecret(text: string): boolean {
  try {
    return text.length >= 16 && Secret.fromBase32(text).bytes.length >= 10;
  } catch {
    return false;
  }
}

/** Passkeys are bound to a domain: they are imported if the site keeps it. */
async function readPasskeys(run: ImportRun): Promise<Map<number, ImportedPasskey[]>> {
  const { source, findings } = run;
  const rows = [
    ...(await source.all('passkey_credentials')),
    ...(await source.all('webauthn_credentials')),
  ].filter(isKept);
  const passkeys = new Map<number, ImportedPasskey[]>();
  const isSameSite = isSameDomain(run);
  for (const row of rows) {
    const userId = integerOf(row, 'user_id');
    const passkey = isSameSite ? toPasskey(row) : undefined;
    if (passkey) passkeys.set(userId, [...(passkeys.get(userId) ?? []), passkey]);
    else findings.add('users', 'user_passkey_dropped', userId);
  }
  return passkeys;
}

function isSameDomain({ merge, options, target }: ImportRun): boolean {
  const address = merge
    ? target.options.get('ServerAddress')
    : (options.get('ServerAddress') ?? target.options.get('ServerAddress'));
  const url = URL.parse(address.trim());
  const domain = options.get('passkey.rp_id')?.trim() ?? '';
  return url?.protocol === 'https:' && (domain === '' || domain === url.hostname);
}

function toPasskey(row: SourceRow): ImportedPasskey | undefined {
  const credentialId = bytesOf(row, 'credential_id');
  const publicKey = bytesOf(row, 'public_key');
  if (!credentialId?.length || !publicKey?.length) return undefined;
  return {
    credentialId: credentialId.toString('base64url'),
    publicKey: publicKey.toString('base64url'),
    counter: Math.max(0, integerOf(row, 'sign_count')),
    transports: transportsOf(textOf(row, 'transports')),
    isSynced: flagOf(row, 'backup_state'),
    name: shortTextOf(row, 'alias') || shortTextOf(row, 'attachment') || 'passkey',
    createdAt: secondsOf(row, 'created_at') ?? 0,
  };
}

function transportsOf(text: string): string {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter((transport) => typeof transport === 'string').join(',')
      : '';
  } catch {
    return '';
  }
}

/** Stores a user's second factors. Part of the transaction that imports the user. */
export async function writeFactors(
  { target: { keyring }, now, findings }: ImportRun,
  trx: StoreTransaction,
  user: { sourceId: number; id: number; factors: SourceFactors },
): Promise<void> {
  const secret = user.factors.totp.get(user.sourceId);
  if (secret !== undefined) {
    const totp = { user_id: user.id, secret_cipher: keyring.encrypt(secret) };
    if (await savePendingTotp(trx, user.id, totp.secret_cipher))
      await confirmTotpSecret(trx, totp, now);
  }
  for (const passkey of user.factors.passkeys.get(user.sourceId) ?? []) {
    const { credentialId, publicKey, isSynced, createdAt, ...rest } = passkey;
    const insertedPasskey = await insertPasskey(trx, {
      ...rest,
      user_id: user.id,
      credential_id: credentialId,
      public_key: publicKey,
      is_synced: isSynced ? 1 : 0,
      created_at: createdAt || now,
      last_used_at: 0,
    });
    if (!insertedPasskey) findings.add('users', 'user_passkey_dropped', user.sourceId);
  }
}
