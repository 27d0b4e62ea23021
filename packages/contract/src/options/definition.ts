import { ROLE_ADMIN, ROLE_ROOT } from '../roles.ts';
import type { ErrorCode } from '../errors.ts';

/** The section of the settings that shows a key; `settings/sections.ts` of the console has them all. */
export type OptionGroup = string;

export type OptionKind =
  | 'boolean'
  | 'text'
  | 'url'
  | 'integer'
  | 'decimal'
  | 'choice'
  | 'list'
  | 'json';

export type OptionCheck =
  | { ok: true; value: string }
  | { ok: false; code: ErrorCode; params?: Record<string, string | number> };

/** What a switch needs before it can be on. */
export interface OptionRequirement {
  /** Where the refusal has words of its own: what people call the feature. */
  readonly name?: string;
  /** Keys that need a value; of a list of keys, one of them. */
  readonly keys: readonly (string | readonly string[])[];
}

/**
 * One option. Values are strings on the wire and at rest; `check` normalises and validates one
 * before it is written and never throws.
 */
export interface OptionDefinition {
  readonly key: string;
  readonly group: OptionGroup;
  readonly kind: OptionKind;
  readonly default: string;
  /** Write-only: never sent to anybody, encrypted at rest, masked in the history. */
  readonly secret: boolean;
  /** Who may read it in the settings: nobody reads a secret. */
  readonly read: 'admin' | 'nobody';
  /** Who may write it: `admin` is role 10 and up. `adminOptions` and `rootOptions` say so for a list. */
  readonly write: 'admin' | 'root';
  /**
   * For a secret: the options that tell where it is sent, the address first. Whoever changes one
   * of them types the secret again.
   */
  readonly sentTo?: readonly string[];
  /** The member of GET /api/status that shows it, where it is public. */
  readonly status?: string;
  /** A number of quota, which is shown as money beside it. */
  readonly isQuota?: boolean;
  /** An address that the gateway itself calls: a web address, or a mail server. */
  readonly calls?: 'web' | 'mail';
  /** Text of several lines. */
  readonly multiline?: boolean;
  /** Empty default here, filled by the gateway from its seed prices. */
  readonly seeded?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** For a switch: what it needs before it can be on, and for as long as it is. */
  readonly requires?: OptionRequirement;
  readonly check: (value: string) => OptionCheck;
}

/** An option without its roles: the registry takes none until somebody has said who writes it. */
export type OptionDraft = Omit<OptionDefinition, 'read' | 'write'>;

/** Options that run the shop: role 10 writes them. */
export function adminOptions(...drafts: readonly OptionDraft[]): OptionDefinition[] {
  return drafts.map((draft) => withRoles(draft, 'admin'));
}

/**
 * Options that decide identity, secrets, mail, payment, addresses that secrets go to, or how people
 * log in: only the super admin writes them.
 */
export function rootOptions(...drafts: readonly OptionDraft[]): OptionDefinition[] {
  return drafts.map((draft) => withRoles(draft, 'root'));
}

function withRoles(draft: OptionDraft, write: OptionDefinition['write']): OptionDefinition {
  return { ...draft, read: draft.secret ? 'nobody' : 'admin', write };
}

/** Whether a role reads an option in the settings. */
export function mayReadOption(role: number, { read }: Pick<OptionDefinition, 'read'>): boolean {
  return read === 'admin' && role >= ROLE_ADMIN;
}

/** Whether a role writes an option. The server enforces it, the console shows it. */
export function mayWriteOption(role: number, { write }: Pick<OptionDefinition, 'write'>): boolean {
  return role >= (write === 'root' ? ROLE_ROOT : ROLE_ADMIN);
}

/** What a switch still needs, by key; of several that would do, the first. */
export function missingRequirements(
  { keys }: OptionRequirement,
  isFilled: (key: string) => boolean,
): string[] {
  return keys
    .map((key) => (typeof key === 'string' ? [key] : key))
    .filter((choices) => !choices.some(isFilled))
    .flatMap(([first = '']) => first);
}

type Extra = Partial<
  Pick<
    OptionDefinition,
    'status' | 'calls' | 'secret' | 'isQuota' | 'multiline' | 'seeded' | 'requires'
  >
>;
type NumberExtra = Extra & {
  /** What is said of every value that is refused, where the number has words of its own; it gets `min` and `max`. */
  refusal?: ErrorCode;
};

function define(
  key: string,
  group: OptionGroup,
  kind: OptionKind,
  defaultValue: string,
  check: (value: string) => OptionCheck,
  extra: Extra & Partial<Pick<OptionDefinition, 'min' | 'max' | 'choices' | 'sentTo'>>,
): OptionDraft {
  return {
    key,
    group,
    kind,
    default: defaultValue,
    secret: false,
    check,
    ...extra,
  };
}

/** A switch, stored as the text true or false. */
export function booleanOption(
  key: string,
  group: OptionGroup,
  defaultValue: boolean,
  extra: Extra = {},
) {
  return define(key, group, 'boolean', String(defaultValue), checkBoolean, extra);
}

function checkBoolean(value: string): OptionCheck {
  const text = value.trim();
  return text === 'true' || text === 'false'
    ? { ok: true, value: text }
    : { ok: false, code: 'option_invalid_boolean' };
}

/** Free text, kept as typed. */
export function textOption(key: string, group: OptionGroup, defaultValue = '', extra: Extra = {}) {
  return define(key, group, 'text', defaultValue, (value) => ({ ok: true, value }), extra);
}

/** A write-only credential; white space around it is a copying accident. */
export function secretOption(
  key: string,
  group: OptionGroup,
  extra: Pick<OptionDefinition, 'sentTo'> = {},
) {
  return define(key, group, 'text', '', (value) => ({ ok: true, value: value.trim() }), {
    secret: true,
    ...extra,
  });
}

/** An http(s) address without a password in it, or nothing; trimmed, trailing slashes removed. */
export function urlOption(key: string, group: OptionGroup, extra: Extra = {}) {
  return define(key, group, 'url', '', checkUrl, extra);
}

function checkUrl(value: string): OptionCheck {
  const text = value.trim().replace(/\/+$/, '');
  return text === '' || (isWebAddress(text) && !/\s/.test(text))
    ? { ok: true, value: text }
    : { ok: false, code: 'option_invalid_url' };
}

const WEB_ADDRESS =
  /^https?:\/\/(\[[\da-f:.]+\]|[^\s/?#\\@^|<>%[\]:]+)(:(?<port>\d{1,5}))?([/?#]|$)/i;
const PORT_MAX = 65_535;

/** Whether a text begins as an http(s) address that can be asked: with a host, and no password. */
function isWebAddress(text: string): boolean {
  const match = WEB_ADDRESS.exec(text);
  return match !== null && Number(match.groups?.port ?? 0) <= PORT_MAX;
}

interface Range {
  min: number;
  max: number;
}

/** A whole number inside a range. */
export function integerOption(
  key: string,
  group: OptionGroup,
  defaultValue: number,
  range: Range,
  { refusal, ...extra }: NumberExtra = {},
) {
  const check = (value: string): OptionCheck => {
    const result = checkNumber(value, range, true);
    return result.ok || refusal === undefined
      ? result
      : { ok: false, code: refusal, params: { ...range } };
  };
  return define(key, group, 'integer', String(defaultValue), check, { ...range, ...extra });
}

/** A plain decimal number (no exponent) inside a range. */
export function decimalOption(
  key: string,
  group: OptionGroup,
  defaultValue: number,
  range: Range,
  extra: Extra = {},
) {
  return define(
    key,
    group,
    'decimal',
    String(defaultValue),
    (value) => checkNumber(value, range, false),
    {
      ...range,
      ...extra,
    },
  );
}

function checkNumber(value: string, { min, max }: Range, whole: boolean): OptionCheck {
  const text = value.trim();
  if (!(whole ? /^-?\d{1,16}$/ : /^-?\d{1,16}(\.\d{1,9})?$/).test(text)) {
    return { ok: false, code: whole ? 'option_invalid_integer' : 'option_invalid_number' };
  }
  const number = Number(text);
  if (number < min || number > max)
    return { ok: false, code: 'option_out_of_range', params: { min, max } };
  return { ok: true, value: String(number) };
}

/** One of a few words. */
export function choiceOption(
  key: string,
  group: OptionGroup,
  choices: readonly [string, ...string[]],
  extra: Extra = {},
) {
  const check = (value: string): OptionCheck =>
    choices.includes(value.trim())
      ? { ok: true, value: value.trim() }
      : { ok: false, code: 'option_invalid_choice', params: { choices: choices.join(', ') } };
  return define(key, group, 'choice', choices[0], check, { choices, ...extra });
}

/** Comma-joined words, lower case, without duplicates. */
export function listOption(key: string, group: OptionGroup, extra: Extra = {}) {
  const check = (value: string): OptionCheck => {
    const words = value.split(/[,\n]/).map((word) => word.trim().toLowerCase());
    return { ok: true, value: [...new Set(words.filter((word) => word !== ''))].join(',') };
  };
  return define(key, group, 'list', '', check, extra);
}

/** JSON text; `accepts` looks at the parsed value. Stored as typed, so that comments of layout survive. */
export function jsonOption(
  key: string,
  group: OptionGroup,
  defaultValue: string,
  accepts: (value: unknown) => boolean,
  extra: Extra = {},
) {
  const check = (value: string): OptionCheck => {
    try {
      if (accepts(JSON.parse(value))) return { ok: true, value };
    } catch {
      // falls through: not JSON at all
    }
    return { ok: false, code: 'option_invalid_json' };
  };
  return define(key, group, 'json', defaultValue, check, extra);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** {"name": number ≥ 0}: the ratio and price tables. */
export function isRatioMap(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, ratio]) =>
        name.trim() !== '' && typeof ratio === 'number' && ratio >= 0 && ratio <= 1e9,
    )
  );
}

/** {"name": "text"}. */
export function isTextMap(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}

/** [{"name": "https://…{key}…"}, …]: the chat links (OPEN-051). Only http and https targets. */
export function isChatList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isTextMap(entry) && Object.values(entry as Record<string, string>).every(isWebAddress),
    )
  );
}
