import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

/** Nobody touched the passkey, or the browser has none: no fault of the server. */
export class PasskeyStopped extends Error {}

const stopped = (cause: unknown): never => {
  throw new PasskeyStopped('', { cause });
};

/** Lets the browser sign with a passkey. Throws PasskeyStopped. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(stopped)) };
}

/** Lets the browser make a passkey. Throws PasskeyStopped. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON }).catch(stopped)) };
}

/** Whether passkeys of this site work in this browser: it has them, and is at the site's own address. */
export function canUsePasskeys(serverAddress: string | undefined): boolean {
  return (
    typeof window.PublicKeyCredential === 'function' &&
    serverAddress !== undefined &&
    URL.canParse(serverAddress) &&
    new URL(serverAddress).origin === location.origin
  );
}
