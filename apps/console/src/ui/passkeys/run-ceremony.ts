import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

/** The user canceled, or the browser has no passkey: not a fault of the server. */
export class PasskeyStopped extends Error {}

/** The device already holds a passkey of this account. */
export class PasskeyExists extends PasskeyStopped {}

const stopped = (cause: unknown): never => {
  throw new PasskeyStopped('', { cause });
};

/** Has the browser sign with a passkey. Throws PasskeyStopped. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(stopped)) };
}

/** Has the browser create a passkey. Throws PasskeyStopped, or PasskeyExists. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const failed = (cause: unknown) => {
    if ((cause as Error).name === 'InvalidStateError') throw new PasskeyExists('', { cause });
    return stopped(cause);
  };
  return { ...(await startRegistration({ optionsJSON }).catch(failed)) };
}

/** Whether passkeys of this site work in this browser: it supports them, and is at the site's own address. */
export function canUsePasskeys(serverAddress: string | undefined): boolean {
  return (
    typeof window.PublicKeyCredential === 'function' &&
    serverAddress !== undefined &&
    URL.canParse(serverAddress) &&
    new URL(serverAddress).origin === location.origin
  );
}
