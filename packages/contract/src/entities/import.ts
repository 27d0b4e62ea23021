import { z } from 'zod';

/** Gateways whose databases can be imported. */
export const IMPORT_FAMILIES = ['one-api', 'new-api', 'one-hub'] as const;
export type ImportFamily = (typeof IMPORT_FAMILIES)[number];

/** The parts of an import, in the order they are imported. */
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

/** What an import changes or leaves out; `imports.findings` of the texts has a sentence for each. */
export const IMPORT_FINDINGS = [
  'user_debt',
  'user_balance_capped',
  'user_renamed',
  'user_email_blanked',
  'user_without_password',
  'user_code_new',
  'user_merged',
  'user_not_renewed',
  'user_role_reduced',
  'user_identity_dropped',
  'user_identity_taken',
  'user_two_factor_dropped',
  'user_recovery_codes_dropped',
  'user_passkey_dropped',
  'user_setting_dropped',
  'user_checkin_dropped',
  'user_subscription_dropped',
  'key_without_owner',
  'key_duplicate',
  'key_unusable',
  'key_group_replaced',
  'key_group_given',
  'key_backup_group_dropped',
  'key_setting_dropped',
  'key_address_invalid',
  'key_debt',
  'channel_type_unknown',
  'channel_key_form',
  'channel_address_private',
  'channel_setting_dropped',
  'channel_setting_invalid',
  'channel_system_prompt',
  'channel_mapping_invalid',
  'channel_mapping_loop',
  'channel_mapping_chained',
  'channel_status_mapping_invalid',
  'channel_keys_off',
  'option_unknown',
  'option_invalid',
  'option_incomplete',
  'option_kept',
  'option_group_limit',
  'option_payment_dropped',
  'option_stripe_off',
  'group_disabled',
  'group_without_ratio',
  'model_without_price',
  'price_table_missing',
  'price_defaults_missing',
  'price_by_mapping',
  'price_class_dropped',
  'price_expression',
  'price_by_type',
  'price_invalid',
  'price_rounding',
  'code_without_value',
  'code_expired',
  'code_expiry_dropped',
  'code_duplicate',
  'order_without_user',
  'order_without_value',
  'order_duplicate',
  'task_dropped',
  'log_without_user',
  'log_elsewhere',
] as const;
export type ImportFindingCode = (typeof IMPORT_FINDINGS)[number];

/** Why an import did not start or was aborted; `imports.failures` of the texts has a sentence for each. */
export const IMPORT_FAILURES = [
  'running',
  'not_a_gateway',
  'name_invalid',
  'name_taken',
  'in_use',
  'quota_unit_differs',
  'host_unknown',
  'unreachable',
  'login_refused',
  'database_unknown',
  'address_private',
  'file_unreadable',
  'other',
] as const;
export type ImportFailure = (typeof IMPORT_FAILURES)[number];

const count = z.number().int();

/** What an import did, or would do in a dry run. Amounts are in quota units. */
export const importReport = z.object({
  family: z.enum(IMPORT_FAMILIES),
  name: z.string(),
  source: z.string(),
  dry_run: z.boolean(),
  areas: z.array(
    z.object({
      area: z.enum(IMPORT_AREAS),
      found: count,
      /** Imported by this run, or to be. */
      imported: count,
      /** Imported by an earlier run. */
      present: count,
      /** Of those present, updated by this run. */
      renewed: count,
      skipped: count,
    }),
  ),
  /** Group ratios after the import. */
  groups: z.record(z.string(), z.number()),
  /** Channel types there and here; `address` if all channels of a type have the same. */
  channel_types: z.array(
    z.object({ from: count, to: count, name: z.string(), address: z.string(), count }),
  ),
  /** Option names there and here. */
  options: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Models by the origin of their price, and channel models without one: their calls are refused. */
  prices: z.object({
    stated: count,
    built_in: count,
    here: count,
    none: z.array(z.string()),
  }),
  findings: z.array(
    z.object({
      area: z.enum(IMPORT_AREAS),
      code: z.enum(IMPORT_FINDINGS),
      count,
      /** The first few: the object and a detail. */
      examples: z.array(z.object({ subject: z.string(), detail: z.string() })),
    }),
  ),
  money: z.object({
    /** Total of all users of the source, without debts. */
    balances: count,
    debts: count,
    /**
     * Opening entries in the ledger, and users whose balance is not the sum of their ledger; null in a dry
     * run.
     */
    opened: count.nullable(),
    differences: count.nullable(),
  }),
});
export type ImportReportEntry = z.output<typeof importReport>;

/** The latest import of this installation, whichever node runs it. */
export const importRun = z.object({
  /** `stopped`: manually, or because its process ended; starting the same import resumes it. */
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** Seconds. */
  started_at: count,
  /** Address or file, without a password. */
  source: z.string(),
  dry_run: z.boolean(),
  /** Progress; null before the first rows. */
  area: z.enum(IMPORT_AREAS).nullable(),
  done: count,
  total: count,
  failure: z.object({ code: z.enum(IMPORT_FAILURES), detail: z.string() }).nullable(),
  report: importReport.nullable(),
});
export type ImportRunEntry = z.output<typeof importRun>;

/** A database file that was uploaded to the responding node. */
export const importUpload = z.object({ id: z.string(), bytes: count });
