/** A login in progress at another site. */
export interface OauthStatesTable {
  state_hash: string;
  /** Hash of the cookie of the browser that started it. */
  browser_hash: string;
  /** Who was signed in then; 0 for a visitor. */
  user_id: number;
  aff_code: string;
  /** Hash of the registration code that it started with; '' for none. */
  registration_code_hash: string;
  expires_at: number;
}
