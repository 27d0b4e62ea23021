import { CHANNEL_DISABLED, CHANNEL_ENABLED, type ConfiguredChannel } from '@tollgate/contract';
import { findProvider, listProviders } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { ChannelRecord } from '../../store/channels-repository.ts';
import { splitComma } from '../channels/channel-catalog.ts';
import type { ChannelInput } from '../channels/check-channel-fields.ts';
import { canonicalJson } from './canonical-json.ts';

/** The columns of a channel that a configuration contains. */
export type ConfiguredColumns = Pick<ChannelRecord, (typeof COLUMNS)[number]>;

const COLUMNS = [
  'name',
  'type',
  'status',
  'models',
  'group',
  'base_url',
  'other',
  'openai_organization',
  'max_input_tokens',
  'model_mapping',
  'status_code_mapping',
  'setting',
  'auto_ban',
  'test_model',
  'priority',
  'weight',
  'tag',
] as const;

/** Values of members absent from a channel's description. */
const DEFAULTS = {
  groups: ['default'],
  base_url: '',
  other: '',
  openai_organization: '',
  max_input_tokens: 0,
  model_mapping: {},
  status_code_mapping: {},
  setting: {},
  auto_ban: true,
  test_model: '',
  priority: 0,
  weight: 0,
  tag: '',
} as const satisfies Partial<ConfiguredChannel>;

/** Describes a stored channel completely. An auto-disabled channel counts as enabled. */
export function describeChannel(row: ConfiguredColumns): ConfiguredChannel {
  return {
    name: row.name,
    type: findProvider(row.type)?.name ?? row.type,
    enabled: row.status !== CHANNEL_DISABLED,
    models: splitComma(row.models),
    groups: splitComma(row.group),
    base_url: row.base_url,
    other: row.other,
    openai_organization: row.openai_organization,
    max_input_tokens: row.max_input_tokens,
    model_mapping: readMembers(row.model_mapping),
    status_code_mapping: readMembers(row.status_code_mapping),
    setting: readMembers(row.setting),
    auto_ban: row.auto_ban === 1,
    test_model: row.test_model,
    priority: row.priority,
    weight: row.weight,
    tag: row.tag,
  };
}

/** Describes a channel without the members that have default values. */
export function describeBriefly(row: ConfiguredColumns): ConfiguredChannel {
  const { enabled, ...all } = describeChannel(row);
  const nonDefaults = Object.entries(all).filter(
    ([name, value]) =>
      canonicalJson(value) !== canonicalJson((DEFAULTS as Record<string, unknown>)[name]),
  );
  return {
    ...(Object.fromEntries(nonDefaults) as ConfiguredChannel),
    ...(enabled ? {} : { enabled: false }),
  };
}

/**
 * Converts a described channel to the fields that are stored. Values equivalent to `before` keep its wording.
 * Throws AppError channel_type_unknown.
 */
export function readDescribed(
  { key, enabled, type, ...described }: ConfiguredChannel,
  before: ConfiguredColumns | undefined,
): ChannelInput & { name: string; type: number; models: string } {
  const { models, groups, model_mapping, status_code_mapping, setting, auto_ban, ...plain } = {
    ...DEFAULTS,
    ...described,
  };
  return {
    ...plain,
    type: readType(type),
    models: joinNames(models, before?.models),
    group: joinNames(groups, before?.group),
    model_mapping: writeMembers(model_mapping, before?.model_mapping),
    status_code_mapping: writeMembers(status_code_mapping, before?.status_code_mapping),
    setting: writeMembers(setting, before?.setting),
    auto_ban: auto_ban ? 1 : 0,
    ...(key === undefined ? {} : { key }),
    ...readStatus(enabled, before),
  };
}

const types = new Map(listProviders().map(({ name, type }) => [name, type]));

function readType(type: string | number): number {
  const typeNumber = typeof type === 'number' ? type : types.get(type);
  if (typeNumber === undefined)
    throw new AppError('channel_type_unknown', { type }, { field: 'type' });
  return typeNumber;
}

/** Without `enabled` the status stays; with `enabled: true` an auto-disabled channel also stays as it is. */
function readStatus(enabled: boolean | undefined, before: ConfiguredColumns | undefined) {
  if (enabled === undefined || (before && enabled === (before.status !== CHANNEL_DISABLED)))
    return {};
  return { status: enabled ? CHANNEL_ENABLED : CHANNEL_DISABLED };
}

/** Joins names; if they are those stored in another order, the stored text is kept. */
function joinNames(names: readonly string[], stored = ''): string {
  const splitNames = names.flatMap(splitComma);
  const isSame =
    canonicalJson(splitNames.toSorted()) === canonicalJson(splitComma(stored).toSorted());
  return isSame ? stored : splitNames.join(',');
}

function readMembers(text: string): ConfiguredChannel['setting'] {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  return isObject(value) ? (value as Exclude<ConfiguredChannel['setting'], string>) : text;
}

function writeMembers(value: unknown, stored = ''): string {
  const described = typeof value === 'string' ? readMembers(value) : value;
  if (canonicalJson(described) === canonicalJson(readMembers(stored))) return stored;
  if (typeof value === 'string') return value;
  return canonicalJson(value) === '{}' ? '' : JSON.stringify(value, null, 2);
}
