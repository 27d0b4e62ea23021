/** What a finding is about. */
export const IMPORT_AREAS = [
  'users',
  'keys',
  'channels',
  'options',
  'prices',
  'codes',
  'orders',
  'logs',
] as const;
export type ImportArea = (typeof IMPORT_AREAS)[number];

/** What an import changes or leaves behind; `imports.findings` of the texts has a sentence for each. */
export const FINDING_CODES = [
  'user_debt',
  'user_renamed',
  'user_email_blanked',
  'user_without_password',
  'user_name_with_at',
  'user_code_new',
  'user_merged',
  'user_role_reduced',
  'user_identity_dropped',
  'user_identity_taken',
  'user_two_factor_dropped',
  'user_subscription_dropped',
  'key_without_owner',
  'key_duplicate',
  'key_unusable',
  'key_group_replaced',
  'key_backup_group_dropped',
  'key_debt',
  'channel_type_unknown',
  'channel_key_form',
  'channel_address_private',
  'channel_setting_dropped',
  'channel_setting_invalid',
  'channel_mapping_invalid',
  'channel_status_mapping_invalid',
  'channel_keys_off',
  'option_unknown',
  'option_invalid',
  'option_incomplete',
  'option_kept',
  'price_defaults_missing',
  'price_expression',
  'price_group_pairs',
  'price_by_type',
  'price_invalid',
  'price_rounding',
  'code_without_value',
  'code_expired',
  'code_duplicate',
  'order_without_user',
  'order_without_value',
  'order_duplicate',
  'log_without_user',
  'log_elsewhere',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Findings of one kind together. */
export interface Finding {
  area: ImportArea;
  code: FindingCode;
  count: number;
  /** What it is about, the first ones: a name or id of the source, and a detail. */
  examples: { subject: string; detail: string }[];
}

const EXAMPLES_MAX = 100;

/** Collects findings by kind, with a bounded number of examples. */
export class ImportFindings {
  readonly #byCode = new Map<FindingCode, Finding>();

  add(
    area: ImportArea,
    code: FindingCode,
    subject: string | number,
    detail: string | number = '',
  ): void {
    let found = this.#byCode.get(code);
    if (!found) this.#byCode.set(code, (found = { area, code, count: 0, examples: [] }));
    found.count += 1;
    if (found.examples.length < EXAMPLES_MAX)
      found.examples.push({ subject: String(subject), detail: String(detail) });
  }

  /** In the order of the areas. */
  list(): Finding[] {
    return [...this.#byCode.values()].sort(
      (left, right) => IMPORT_AREAS.indexOf(left.area) - IMPORT_AREAS.indexOf(right.area),
    );
  }
}
