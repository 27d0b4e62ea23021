import { z } from 'zod';
import { ROLE_ADMIN, ROLE_ROOT } from '../roles.ts';
import type { ErrorCode } from '../errors.ts';
import type { OptionRequirement } from './requirements.ts';

/** The settings section that shows a key; `settings/sections.ts` of the console lists them all. */
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

/**
 * One option. Values are strings on the wire and at rest; `check` normalizes and validates a value before it
 * is written and never throws, `parse` reads a stored one. `Value` is the type `parse` returns, `Status` the
 * member of GET /api/status: the registry infers both.
 */
export interface OptionDefinition<
  Key extends string = string,
  Value = unknown,
  Status extends string = string,
> {
  readonly key: Key;
  readonly group: OptionGroup;
  readonly kind: OptionKind;
  readonly default: string;
  /** Write-only: never sent to anyone, encrypted at rest, masked in the history. */
  readonly secret: boolean;
  /** Who may read it in the settings: nobody, if it is secret. */
  readonly read: 'admin' | 'nobody';
  /**
   * Who may write it: `admin` is role 10 and above. Set for whole lists by `adminOptions` and `rootOptions`.
   */
  readonly write: 'admin' | 'root';
  /**
   * For a secret: the options that decide where it is sent, the address first. Changing one requires the
   * secret to be entered again.
   */
  readonly sentTo?: readonly string[];
  /**
   * The label's text under `options`, if it is not the option's own key, and the provider name to fill in.
   */
  readonly label?: { readonly text: string; readonly provider: string };
  /** The member of GET /api/status that exposes it, if it is public. */
  readonly status?: Status;
  /** Schema of the value in GET /api/status. */
  readonly schema: z.ZodType<Value>;
  /** An amount of quota, shown in money as well. */
  readonly isQuota?: boolean;
  /** An address the gateway itself calls: a URL, or a mail server. */
  readonly calls?: 'web' | 'mail';
  /** Multi-line text. */
  readonly multiline?: boolean;
  /** Empty by default; the gateway fills it from its seed prices. */
  readonly seeded?: boolean;
  /** Days after which data is deleted: a smaller number deletes some at once. */
  readonly retention?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Its requirements on other options. */
  readonly requires?: OptionRequirement;
  /** Returns the groups a valid value names: those in a value being entered must be in GroupRatio. */
  readonly namesGroups?: (value: string) => readonly string[];
  readonly check: (value: string) => OptionCheck;
  /** Returns the typed value of a stored text that `check` accepted. */
  readonly parse: (value: string) => Value;
}

type Roles = Pick<OptionDefinition, 'read' | 'write'>;

/** An option without roles: the registry accepts only options whose roles are set. */
export type OptionDraft<
  Key extends string = string,
  Value = unknown,
  Status extends string = string,
> = Omit<OptionDefinition<Key, Value, Status>, keyof Roles>;

/** Options for running the site, writable by role 10 and above. */
export function adminOptions<const Drafts extends readonly OptionDraft[]>(
  ...drafts: Drafts
): (Drafts[number] & Roles)[] {
  return drafts.map((draft) => withRoles(draft, 'admin'));
}

/**
 * Options that decide identity, secrets, mail, payment, where secrets are sent, or how users log in: writable
 * by the super admin only.
 */
export function rootOptions<const Drafts extends readonly OptionDraft[]>(
  ...drafts: Drafts
): (Drafts[number] & Roles)[] {
  return drafts.map((draft) => withRoles(draft, 'root'));
}

function withRoles<Draft extends OptionDraft>(draft: Draft, write: Roles['write']): Draft & Roles {
  return { ...draft, read: draft.secret ? 'nobody' : 'admin', write };
}

/** Whether a role may read an option in the settings. */
export function mayReadOption(role: number, { read }: Pick<OptionDefinition, 'read'>): boolean {
  return read === 'admin' && role >= ROLE_ADMIN;
}

/** Whether a role may write an option. The server enforces this, the console mirrors it. */
export function mayWriteOption(role: number, { write }: Pick<OptionDefinition, 'write'>): boolean {
  return role >= (write === 'root' ? ROLE_ROOT : ROLE_ADMIN);
}

type Extra<Status extends string> = Partial<
  Pick<
    OptionDefinition<string, unknown, Status>,
    'status' | 'calls' | 'isQuota' | 'label' | 'multiline' | 'seeded' | 'requires' | 'namesGroups'
  >
>;
/** For an option that has no effect until others are set. */
export function idleWithout(...keys: readonly string[]): { requires: OptionRequirement } {
  return { requires: { keys, meanwhile: 'idle' } };
}

type NumberExtra<Status extends string> = Extra<Status> & {
  /** The error for every refused value, if the number has its own text; `min` and `max` are filled in. */
  refusal?: ErrorCode;
};

type Kind<Value> = Pick<OptionDraft<string, Value>, 'kind' | 'schema' | 'check' | 'parse'>;

function define<Key extends string, Value, Status extends string>(
  key: Key,
  group: OptionGroup,
  defaultValue: string,
  kind: Kind<Value>,
  extra: Extra<Status> & Partial<Pick<OptionDraft, 'min' | 'max' | 'choices' | 'sentTo'>>,
): OptionDraft<Key, Value, Status> {
  return { key, group, default: defaultValue, secret: false, ...kind, ...extra };
}

const asTyped = (value: string) => value;
const textKind: Kind<string> = {
  kind: 'text',
  schema: z.string(),
  check: (value) => ({ ok: true, value }),
  parse: asTyped,
};
const booleanKind: Kind<boolean> = {
  kind: 'boolean',
  schema: z.boolean(),
  check: checkBoolean,
  parse: (value) => value === 'true',
};
const urlKind: Kind<string> = { kind: 'url', schema: z.string(), check: checkUrl, parse: asTyped };
const listKind: Kind<readonly string[]> = {
  kind: 'list',
  schema: z.array(z.string()).readonly(),
  check: checkList,
  parse: splitList,
};

/** A switch, stored as the text true or false. */
export function booleanOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  defaultValue: boolean,
  extra: Extra<Status> = {},
) {
  return define(key, group, String(defaultValue), booleanKind, extra);
}

function checkBoolean(value: string): OptionCheck {
  const text = value.trim();
  return text === 'true' || text === 'false'
    ? { ok: true, value: text }
    : { ok: false, code: 'option_invalid_boolean' };
}

/** Free text, stored as typed. */
export function textOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  defaultValue = '',
  extra: Extra<Status> = {},
) {
  return define(key, group, defaultValue, textKind, extra);
}

/** A write-only credential; surrounding whitespace is removed as a copying accident. */
export function secretOption<const Key extends string>(
  key: Key,
  group: OptionGroup,
  extra: Pick<OptionDraft, 'sentTo' | 'requires' | 'label'> = {},
): OptionDraft<Key, string, never> {
  const check = (value: string): OptionCheck => ({ ok: true, value: value.trim() });
  return { ...define(key, group, '', { ...textKind, check }, extra), secret: true };
}

/** An http(s) URL without a password, or empty; trimmed, trailing slashes removed. */
export function urlOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  extra: Extra<Status> = {},
) {
  return define(key, group, '', urlKind, extra);
}

function checkUrl(value: string): OptionCheck {
  const text = value.trim().replace(/\/+$/, '');
  return text === '' || (isWebAddress(text) && !/\s/.test(text))
    ? { ok: true, value: text }
    : { ok: false, code: 'option_invalid_url' };
}

/** Whether a text is empty or only a host name or address: no scheme, port or path. */
export function isHostOrEmpty(text: string): boolean {
  return /^([^\s/:?#@\\[\]]*|\[?[\da-f:.]+\]?)$/i.test(text.trim());
}

const WEB_ADDRESS =
  /^https?:\/\/(\[[\da-f:.]+\]|[^\s/?#\\@^|<>%[\]:]+)(:(?<port>\d{1,5}))?([/?#]|$)/i;
const PORT_MAX = 65_535;

/** Whether a text begins with an http(s) URL that can be fetched: with a host, and no password. */
function isWebAddress(text: string): boolean {
  const match = WEB_ADDRESS.exec(text);
  return match !== null && Number(match.groups?.port ?? 0) <= PORT_MAX;
}

interface Range {
  min: number;
  max: number;
}

/** An integer within a range. */
export function integerOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  defaultValue: number,
  range: Range,
  { refusal, ...extra }: NumberExtra<Status> = {},
) {
  const check = (value: string): OptionCheck => {
    const result = checkNumber(value, range, true);
    return result.ok || refusal === undefined
      ? result
      : { ok: false, code: refusal, params: { ...range } };
  };
  const kind = { kind: 'integer', schema: z.number().int(), check, parse: Number } as const;
  return define(key, group, String(defaultValue), kind, { ...range, ...extra });
}

/** A plain decimal number (no exponent) within a range. */
export function decimalOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  defaultValue: number,
  range: Range,
  extra: Extra<Status> = {},
) {
  const check = (value: string) => checkNumber(value, range, false);
  const kind = { kind: 'decimal', schema: z.number(), check, parse: Number } as const;
  return define(key, group, String(defaultValue), kind, { ...range, ...extra });
}

function checkNumber(value: string, { min, max }: Range, isInteger: boolean): OptionCheck {
  const text = value.trim();
  if (!(isInteger ? /^-?\d{1,16}$/ : /^-?\d{1,16}(\.\d{1,9})?$/).test(text)) {
    return { ok: false, code: isInteger ? 'option_invalid_integer' : 'option_invalid_number' };
  }
  const number = Number(text);
  if (number < min || number > max)
    return { ok: false, code: 'option_out_of_range', params: { min, max } };
  return { ok: true, value: String(number) };
}

/** One of several words, the first by default. */
export function choiceOption<
  const Key extends string,
  const Choice extends string,
  const Status extends string = never,
>(
  key: Key,
  group: OptionGroup,
  choices: readonly [Choice, ...Choice[]],
  extra: Extra<Status> = {},
) {
  const schema = z.enum(choices);
  const check = (value: string): OptionCheck =>
    schema.safeParse(value.trim()).success
      ? { ok: true, value: value.trim() }
      : { ok: false, code: 'option_invalid_choice', params: { choices: choices.join(', ') } };
  const kind = {
    kind: 'choice',
    schema,
    check,
    parse: (value: string) => value as Choice,
  } as const;
  return define(key, group, choices[0], kind, { choices, ...extra });
}

/** Comma-separated words, lowercase, without duplicates. */
export function listOption<const Key extends string, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  extra: Extra<Status> = {},
) {
  return define(key, group, '', listKind, extra);
}

function checkList(value: string): OptionCheck {
  const entries = splitList(value.replaceAll('\n', ',').toLowerCase());
  return { ok: true, value: [...new Set(entries)].join(',') };
}

function splitList(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** JSON text; `schema` describes the parsed value. Stored as typed, so that its layout is kept. */
export function jsonOption<const Key extends string, Value, const Status extends string = never>(
  key: Key,
  group: OptionGroup,
  defaultValue: string,
  schema: z.ZodType<Value>,
  extra: Extra<Status> = {},
) {
  const check = (value: string): OptionCheck => {
    try {
      if (schema.safeParse(JSON.parse(value)).success) return { ok: true, value };
    } catch {
      // falls through: not JSON at all
    }
    return { ok: false, code: 'option_invalid_json' };
  };
  const parse = (value: string) => JSON.parse(value) as Value;
  return define(key, group, defaultValue, { kind: 'json', schema, check, parse }, extra);
}

/** Adds a rule to an option: values that fail it are refused with `code`. */
export function withRule<Draft extends OptionDraft>(
  draft: Draft,
  holds: (parsed: ReturnType<Draft['parse']>) => boolean,
  code: ErrorCode,
): Draft {
  const check = (value: string): OptionCheck => {
    const result = draft.check(value);
    return result.ok && !holds(draft.parse(result.value) as ReturnType<Draft['parse']>)
      ? { ok: false, code }
      : result;
  };
  return { ...draft, check };
}

/** Whether the console can show an image: from https, from this server, or embedded in the URL. */
export function isImageAddress(text: string): boolean {
  return /^(https:\/\/[^\s/]|\/(?![/\\])|data:image\/)\S*$/i.test(text);
}

/** {"name": number ≥ 0}: the ratio and price tables. */
export const ratioMap = z.record(
  z.string().refine((name) => name.trim() !== ''),
  z.number().min(0).max(1e9),
);

/** The groups that are the keys of a JSON object. */
export const groupsOfNames = (value: string): string[] =>
  Object.keys(JSON.parse(value) as Record<string, unknown>);

/** The groups that are the outer and inner keys of a JSON object of objects. */
export const groupsOfPairs = (value: string): string[] =>
  Object.entries(JSON.parse(value) as Record<string, object>).flatMap(([userGroup, ratios]) => [
    userGroup,
    ...Object.keys(ratios),
  ]);

/** The groups that are the values of a JSON object of strings. */
export const groupsOfValues = (value: string): string[] =>
  Object.values(JSON.parse(value) as Record<string, string>);

/** {"name": "text"}. */
export const textMap = z.record(z.string(), z.string());

/** [{"name": "https://…{key}…"}, …]: the chat links (OPEN-051). Only http and https targets. */
export const chatLinks = z.array(z.record(z.string(), z.string().refine(isWebAddress)));
