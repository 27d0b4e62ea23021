const rule = { status: 200, retry: false };
const forbidden = { status: 403, retry: false };

/** Errors about signing in, its factors and access tokens; part of the error table. */
export const signInErrors = {
  login_fields_required: rule,
  login_failed: rule,
  login_disabled: rule,
  login_step_expired: rule,
  second_factor_wrong: rule,
  second_factor_required: forbidden,
  second_factor_missing: rule,
  confirmation_required: forbidden,
  confirmation_failed: rule,
  confirmation_needs_factor: rule,
  totp_on_already: rule,
  totp_not_begun: rule,
  passkey_failed: rule,
  passkey_unknown: rule,
  passkey_taken: rule,
  passkey_limit: rule,
  passkey_name_length: rule,
  passkeys_need_address: rule,
  user_disabled: rule,
  scoped_token_name: rule,
  scoped_token_scopes: rule,
  scoped_token_expiry_past: rule,
  scoped_token_limit: rule,
  scoped_token_not_found: rule,
};
