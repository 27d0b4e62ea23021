import { newCredential } from '../../platform/ids.ts';
import { isSameSignature } from '../../platform/is-same-signature.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { foldLoginName } from './fold-login-name.ts';

/** How long a browser stays known after its last login, in seconds. */
export const KNOWN_DEVICE_SECONDS = 180 * 86_400;
/** Maximum number of names per browser, latest first: two for each of several accounts. */
const NAMES_MAX = 10;

/**
 * Returns the value of a cookie that distinguishes later logins with the same names from this browser from
 * those of strangers (ADR 84). It proves nothing else: its owner still needs the password. `before` is the
 * cookie that the browser sent; a device keeps its id.
 */
export function writeKnownDevice(
  keyring: Keyring,
  before: string,
  names: readonly string[],
): string {
  const [id = '', ...proofs] = before.split('.');
  // Accepts only an id of ours: otherwise a client could choose whose attempts to be counted with.
  const isValidId = proofs.some((proof) => isSameSignature(ownProof(keyring, id), proof));
  const device = isValidId ? id : newCredential().slice(0, 24);
  const otherProofs = isValidId
    ? proofs.filter((proof) => !isSameSignature(ownProof(keyring, id), proof))
    : [];
  const added = names.filter((name) => name !== '').map((name) => proofOf(keyring, device, name));
  const all = [...new Set([...added, ...otherProofs])].slice(0, NAMES_MAX);
  return [device, ownProof(keyring, device), ...all].join('.');
}

/** Returns the browser's id if somebody logged in with this name from it before; undefined for a stranger. */
export function findKnownDevice(
  keyring: Keyring,
  cookie: string,
  name: string,
): string | undefined {
  const [device = '', ...proofs] = cookie.split('.');
  const expectedProof = proofOf(keyring, device, name);
  return proofs.slice(0, NAMES_MAX + 1).some((proof) => isSameSignature(expectedProof, proof))
    ? device
    : undefined;
}

const proofOf = (keyring: Keyring, device: string, name: string) =>
  keyring.hash('known-device', `${device} ${foldLoginName(name)}`).slice(0, 32);
const ownProof = (keyring: Keyring, device: string) => proofOf(keyring, device, '');
