import {
  REGISTRATION_CODE_LENGTH,
  type RegistrationCode,
  type RegistrationCodeState,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import {
  claimRegistrationCode,
  countRegistrationCodesOf,
  findRegistrationCode,
  insertRegistrationCodes,
  insertRegistrationCodeUse,
  isRegistrationCodeUsable,
  listRegistrationCodes,
  listRegistrationCodeUsers,
  type RegistrationCodeRow,
  setRegistrationCodeDisabled,
  TAIL_LENGTH,
} from '../../store/registration-codes-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';

const OWN_CODE_DAYS = 30;
const USERS_SHOWN_MAX = 200;

/** Returns the hash by which a typed code is found; empty for no code. */
export function hashRegistrationCode(
  { keyring }: Pick<Domain, 'keyring'>,
  code: string | undefined,
): string {
  const text = code?.trim() ?? '';
  return text === '' ? '' : keyring.hash('registration-code', text);
}

/**
 * Checks that a code allows registration; every invalid code gets the same error. Comes before any other
 * check of a registration, so that strangers learn nothing about names and addresses.
 */
export async function checkRegistrationCode(
  { store, options, clock }: Pick<Domain, 'store' | 'options' | 'clock'>,
  codeHash: string,
): Promise<void> {
  if (!options.get('RegistrationCodeRequired')) return;
  if (codeHash === '') throw new AppError('registration_code_required');
  if (!(await isRegistrationCodeUsable(store.db, codeHash, nowSeconds(clock))))
    throw new AppError('registration_code_invalid');
}

/** Consumes a code within the transaction of a registration; returns a function that records who used it. */
export async function spendRegistrationCode(
  trx: StoreTransaction,
  { options }: Pick<Domain, 'options'>,
  codeHash: string,
  at: number,
): Promise<(userId: number) => Promise<void>> {
  if (!options.get('RegistrationCodeRequired')) return async () => {};
  if (codeHash === '') throw new AppError('registration_code_required');
  const id = await claimRegistrationCode(trx, codeHash, at);
  if (id === undefined) throw new AppError('registration_code_invalid');
  return (userId) => insertRegistrationCodeUse(trx, { user_id: userId, code_id: id, used_at: at });
}

interface NewCodes {
  name: string;
  count: number;
  uses: number;
  /** Unix seconds; 0 for never. */
  expires_at: number;
}

/** Creates codes and returns them in plain text, which is shown only once. */
export function createRegistrationCodes(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock'>,
  creatorId: number,
  input: NewCodes,
): Promise<string[]> {
  if (input.expires_at !== 0 && input.expires_at <= nowSeconds(domain.clock))
    throw new AppError('registration_code_expiry_past', {}, { field: 'expires_at' });
  return domain.store.transaction(async (trx) => {
    const codes = await insertCodes(trx, domain, creatorId, input);
    noteAudited({ name: input.name, after: { ...input } });
    return codes;
  });
}

/** Creates the next of a user's own codes, valid for a month and one use, while the user has any left. */
export function createOwnRegistrationCode(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock' | 'options'>,
  userId: number,
): Promise<string> {
  return domain.store.transaction(async (trx) => {
    await lockUser(trx, userId);
    const codeCount = await countRegistrationCodesOf(trx, userId);
    if (codeCount >= domain.options.get('RegistrationCodesPerUser'))
      throw new AppError('registration_codes_used_up');
    const expires = nowSeconds(domain.clock) + OWN_CODE_DAYS * 86_400;
    const input = { name: '', count: 1, uses: 1, expires_at: expires };
    const [code = ''] = await insertCodes(trx, domain, userId, input);
    return code;
  });
}

async function insertCodes(
  trx: StoreTransaction,
  domain: Pick<Domain, 'keyring' | 'clock'>,
  creatorId: number,
  { name, count, uses, expires_at }: NewCodes,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => randomAlphanumeric(REGISTRATION_CODE_LENGTH));
  await insertRegistrationCodes(
    trx,
    codes.map((code) => ({
      code_hash: hashRegistrationCode(domain, code),
      tail: code.slice(-TAIL_LENGTH),
      name,
      creator_id: creatorId,
      uses_max: uses,
      uses: 0,
      expires_at,
      disabled: 0,
      created_at: nowSeconds(domain.clock),
    })),
  );
  return codes;
}

/** Returns one page of codes, all or those that a user created. */
export function searchRegistrationCodes(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  filter: { keyword?: string; creatorId?: number; state?: RegistrationCodeState | '' },
  page: { page: number; pageSize: number },
) {
  return listRegistrationCodes(store.db, { ...filter, now: nowSeconds(clock) }, page);
}

/** Returns a code as shown in lists. */
export function presentRegistrationCode(
  { clock }: Pick<Domain, 'clock'>,
  { code_hash: _hash, disabled, ...row }: RegistrationCodeRow,
): RegistrationCode {
  const isOver = row.expires_at !== 0 && row.expires_at <= nowSeconds(clock);
  const state = disabled
    ? 'disabled'
    : row.uses >= row.uses_max
      ? 'used'
      : isOver
        ? 'expired'
        : 'usable';
  return { ...row, state };
}

/** Enables or disables a code. Throws AppError registration_code_not_found. */
export async function switchRegistrationCode(
  { store }: Pick<Domain, 'store'>,
  { id, disabled }: { id: number; disabled: boolean },
): Promise<void> {
  await store.transaction(async (trx) => {
    const row = await findRegistrationCode(trx, id);
    if (!row) throw new AppError('registration_code_not_found');
    await setRegistrationCodeDisabled(trx, id, disabled);
    noteAudited({
      id,
      name: row.name,
      before: { disabled: row.disabled === 1 },
      after: { disabled },
    });
  });
}

/** Reads who registered with a code. */
export function readRegistrationCodeUsers({ store }: Pick<Domain, 'store'>, id: number) {
  return listRegistrationCodeUsers(store.db, id, USERS_SHOWN_MAX);
}
