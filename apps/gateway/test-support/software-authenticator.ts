import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Json = Record<string, unknown>;

/** What an authenticator and its browser state in a ceremony; tests falsify one of these. */
export interface Ceremony {
  origin: string;
  rpId: string;
  isUserVerified: boolean;
  /** In place of the requested challenge. */
  challenge?: string;
  /** In place of the next one. */
  counter?: number;
  /** Claims to be this credential, but signs with its own key. */
  credentialId?: string;
}

export interface SoftwareAuthenticator {
  credentialId: string;
  /** A RegistrationResponseJSON (Web Authentication, 5.1.8) without attestation. */
  attest(options: Json, lies?: Partial<Ceremony>): Json;
  /** An AuthenticationResponseJSON. */
  assert(options: Json, lies?: Partial<Ceremony>): Json;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/**
 * Creates an authenticator with one ES256 credential, which counts its uses unless `counts` is false, as with
 * synced ones.
 */
export function createSoftwareAuthenticator(
  site: Pick<Ceremony, 'origin' | 'rpId'>,
  { counts = true }: { counts?: boolean } = {},
): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;

  const startCeremony = (type: string, options: Json, lies: Partial<Ceremony>) => {
    const ceremony = { ...site, isUserVerified: true, challenge: options.challenge, ...lies };
    const { origin, challenge } = ceremony;
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
    return { told: ceremony, clientData };
  };
  /** Web Authentication, 6.1: hash of the RP id, flags, counter. */
  const authenticatorData = (
    { rpId, isUserVerified, counter }: Pick<Ceremony, 'rpId' | 'isUserVerified' | 'counter'>,
    flags: number,
  ) => {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0), 0);
    tail.writeUInt32BE(counter ?? uses, 1);
    return Buffer.concat([sha256(rpId), tail]);
  };
  const envelope = (credentialId: string, response: Json): Json => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: base64url(id),
    attest(options, lies = {}) {
      const { told: ceremony, clientData } = startCeremony('webauthn.create', options, lies);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(ceremony, HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        id,
        coseKeyOf(publicKey.export({ format: 'jwk' })),
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return envelope(base64url(id), {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      });
    },
    assert(options, lies = {}) {
      if (counts) uses += 1;
      const { told: ceremony, clientData } = startCeremony('webauthn.get', options, lies);
      const data = authenticatorData(ceremony, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return envelope(lies.credentialId ?? base64url(id), {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  };
}

/** RFC 9053, 7.1.1: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), with x and y. */
function coseKeyOf({ x = '', y = '' }: { x?: string; y?: string }): Uint8Array {
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return isoCBOR.encode(key);
}
