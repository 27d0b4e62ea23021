import type { Generated } from 'kysely';

/** A user's authenticator app. */
interface TotpSecretsTable {
  user_id: number;
  secret_cipher: string;
  /** 0 until one of its codes has been entered: before that it has no effect. */
  confirmed_at: number;
  /** The 30-second step of the last accepted code: no code is accepted twice. */
  last_step: number;
}

interface RecoveryCodesTable {
  /** Keyed by user and code; a used code is deleted. */
  code_hash: string;
  user_id: number;
}

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** Base64url, like the key. */
  credential_id: string;
  /** The host that it was created for. */
  rp_id: Generated<string>;
  public_key: string;
  counter: number;
  /** Comma-separated. */
  transports: string;
  is_synced: number;
  name: string;
  created_at: number;
  /** 0 if it was never used. */
  last_used_at: number;
}

/** Something that awaits a second factor, or a passkey's signature. */
interface LoginChallengesTable {
  challenge_hash: string;
  /** Hash of the cookie of the browser that started it. */
  browser_hash: string;
  /** Its purpose: it is valid for nothing else. */
  kind: 'login' | 'passkey-login' | 'passkey-confirmation' | 'passkey-addition';
  /** 0 if the passkey identifies the user. */
  user_id: number;
  /** What a passkey has to sign; '' if none was requested. */
  webauthn_challenge: string;
  tries_left: number;
  /** The session at a login provider that the first proof came from; '' for none. */
  provider_session: Generated<string>;
  expires_at: number;
}

export interface SecondFactorTables {
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  login_challenges: LoginChallengesTable;
}
