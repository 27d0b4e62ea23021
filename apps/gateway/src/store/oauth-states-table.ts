/** A login at another site that has begun. */
export interface OauthStatesTable {
  state_hash: string;
  /** Of the cookie of the browser that began it. */
  browser_hash: string;
  /** Who was signed in then; 0 for a visitor. */
  user_id: number;
  aff_code: string;
  /** Of the registration code that it began with; empty without one. */
  registration_code_hash: string;
  expires_at: number;
}
