/**
 * The one table of error codes. `status` is the HTTP status of the answer: the console API uses
 * 200 for validation and business failures (the envelope says success: false), the relay always
 * the real one. `retry` tells clients whether the same call may work later. Public texts live in
 * the i18n package under `errors.<code>`.
 */
export interface ErrorDefinition {
  readonly status: number;
  readonly retry: boolean;
}

const business: ErrorDefinition = { status: 200, retry: false };
const relay = (status: number, retry = false): ErrorDefinition => ({ status, retry });

export const consoleErrors = {
  invalid_parameter: business,
  invalid_json: business,
  body_too_large: { status: 413, retry: false },
  unsupported_media_type: { status: 415, retry: false },
  not_signed_in: { status: 401, retry: false },
  user_header_mismatch: { status: 401, retry: false },
  forbidden: { status: 403, retry: false },
  csrf_header_missing: { status: 403, retry: false },
  unknown_path: { status: 404, retry: false },
  method_not_allowed: { status: 405, retry: false },
  too_many_requests: { status: 429, retry: true },
  internal_error: { status: 500, retry: true },
  database_unavailable: { status: 503, retry: true },

  login_fields_required: business,
  login_failed: business,
  login_disabled: business,
  user_disabled: business,

  user_not_found: business,
  user_changed: business,
  user_fields_required: business,
  username_invalid: business,
  username_taken: business,
  email_taken: business,
  email_invalid: business,
  password_length: business,
  original_password_wrong: business,
  display_name_length: business,
  group_invalid: business,
  quota_invalid: business,
  quota_below_zero: business,
  transfer_too_small: business,
  transfer_too_large: business,
  role_invalid: business,
  unknown_action: business,
  cannot_act_on_self: business,
  cannot_act_on_same_or_higher: business,
  cannot_create_same_or_higher: business,
  cannot_update_same_or_higher: business,
  cannot_delete_same_or_higher: business,
  admin_cannot_promote: business,
  cannot_promote_further: business,
  cannot_demote_further: business,
  super_admin_cannot_be_demoted: business,
  super_admin_cannot_be_disabled: business,
  super_admin_cannot_be_deleted: business,
  banned_cannot_be_enabled: business,
  last_super_admin: business,

  token_not_found: business,
  token_name_length: business,
  token_group_not_usable: business,
  token_expired_cannot_enable: business,
  token_exhausted_cannot_enable: business,
  token_too_many: business,
  expired_time_invalid: business,
  allow_ips_invalid: business,
  model_limits_too_long: business,

  channel_not_found: business,
  channel_name_required: business,
  channel_key_required: business,
  channel_key_not_found: business,
  channel_other_required: business,
  channel_models_required: business,
  channel_models_not_list: business,
  channel_models_exist: business,
  channel_type_unknown: business,
  channel_group_required: business,
  channel_status_invalid: business,
  model_mapping_invalid: business,
  model_mapping_loop: business,
  status_code_mapping_invalid: business,
  setting_invalid: business,
  setting_field_invalid: business,
  priority_invalid: business,
  weight_invalid: business,
  base_url_required: business,
  base_url_invalid: business,
  address_not_allowed: business,
  balance_not_supported: business,
  balance_failed: business,
  channel_test_running: business,
  channel_test_not_supported: business,
  channel_key_form: business,
  channel_key_malformed: business,
  channel_key_line_malformed: business,
  channel_test_failed: business,
  fetch_models_failed: business,
  fetch_models_key_required: business,
  tag_required: business,
  tag_ids_required: business,
  tag_nothing_changed: business,
  too_many_keys: business,

  option_unknown: business,
  option_invalid_json: business,
  option_invalid_number: business,
  option_invalid_boolean: business,
  option_invalid_choice: business,
  option_invalid_url: business,
  option_out_of_range: business,
  option_too_long: business,
  option_incomplete: business,
  option_requires_super_admin: { status: 403, retry: false },

  /** Reasons: said inside the text of another code. */
  reason_unreachable: business,
  reason_timeout: business,
  reason_address_not_allowed: business,
  reason_not_json: business,
  reason_no_balance: business,
  reason_slow_test: business,
  reason_not_testable: business,

  log_time_required: business,
  usable_groups_invalid: business,
} as const satisfies Record<string, ErrorDefinition>;

export const relayErrors = {
  relay_invalid_json: relay(400),
  relay_invalid_request: relay(400),
  relay_body_too_large: relay(413),
  relay_overloaded: relay(503, true),
  relay_unsupported_encoding: relay(415),
  relay_unknown_url: relay(404),
  relay_method_not_allowed: relay(405),
  relay_not_implemented: relay(501),
  relay_key_missing: relay(401),
  relay_key_invalid: relay(401),
  relay_key_disabled: relay(401),
  relay_key_expired: relay(401),
  relay_key_exhausted: relay(402),
  relay_user_disabled: relay(403),
  relay_address_not_allowed: relay(403),
  relay_group_not_usable: relay(403),
  relay_model_not_allowed: relay(403),
  relay_channel_pin_forbidden: relay(403),
  relay_pinned_channel_unknown: relay(400),
  relay_pinned_channel_disabled: relay(403),
  relay_sensitive_words: relay(400),
  relay_sensitive_answer: relay(400),
  relay_model_required: relay(400),
  relay_model_not_found: relay(404),
  relay_model_not_priced: relay(400),
  relay_group_not_priced: relay(400),
  relay_input_too_long: relay(400),
  relay_insufficient_quota: relay(402),
  relay_insufficient_key_quota: relay(402),
  relay_rate_limited: relay(429, true),
  relay_too_many_running: relay(429, true),
  relay_no_channel: relay(503, true),
  relay_dialect_not_supported: relay(501),
  relay_media_unreachable: relay(400),
  relay_response_not_found: relay(404),
  relay_response_not_cancellable: relay(400),
  relay_upstream_failed: relay(502, true),
  relay_upstream_unreachable: relay(502, true),
  relay_upstream_timeout: relay(504, true),
  relay_upstream_bad_response: relay(502, true),
  relay_answer_too_large: relay(502),
  relay_stream_interrupted: relay(502, true),
  relay_balance_ran_out: relay(402),
  relay_books_unavailable: relay(503, true),
  relay_restarting: relay(503, true),
  relay_upgrade_required: relay(426),
  relay_internal: relay(500, true),
} as const satisfies Record<string, ErrorDefinition>;

export const errorTable: Readonly<Record<ErrorCode, ErrorDefinition>> = {
  ...consoleErrors,
  ...relayErrors,
};

export type ConsoleErrorCode = keyof typeof consoleErrors;
export type RelayErrorCode = keyof typeof relayErrors;
export type ErrorCode = ConsoleErrorCode | RelayErrorCode;

/** True for texts that are codes of the table; zod messages use codes as their text. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}
