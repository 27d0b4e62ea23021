import type { Generated } from 'kysely';

/** The authenticator app of a user. */
interface TotpSecretsTable {
  user_id: number;
  secret_cipher: string;
  /** 0 until a code of it was typed in: before that it counts for nothing. */
  confirmed_at: number;
  /** The 30 seconds of the last code that was taken: no code is good twice. */
  last_step: number;
}

interface RecoveryCodesTable {
  /** Of user and code; a used code is gone. */
  code_hash: string;
  user_id: number;
}

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** Base64url, as is the key. */
  credential_id: string;
  /** The host that it was made for. */
  rp_id: Generated<string>;
  public_key: string;
  counter: number;
  /** With commas. */
  transports: string;
  is_synced: number;
  name: string;
  created_at: number;
  /** 0 where it was never used. */
  last_used_at: number;
}

/** Something begun that waits for a second proof, or for what a passkey signs. */
interface LoginChallengesTable {
  challenge_hash: string;
  /** Of the cookie of the browser that began it. */
  browser_hash: string;
  kind: string;
  /** 0 where the passkey says who it is. */
  user_id: number;
  /** What a passkey has to sign; '' where none was asked. */
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
