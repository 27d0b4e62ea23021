import type { Channel } from '@tollgate/contract';
import {
  type KeyValuePairs,
  parseKeyValuePairs,
  stringifyKeyValuePairs,
} from '../../ui/forms/key-value-pairs.ts';
import { readSetting, type SettingValues, writeSetting } from './setting-values.ts';

/** The values of the channel form; lists are arrays. */
export interface ChannelValues {
  type: string;
  name: string;
  key: string;
  baseUrl: string;
  models: string[];
  groups: string[];
  priority: number;
  weight: number;
  tag: string;
  testModel: string;
  mapping: KeyValuePairs;
  statusMapping: KeyValuePairs;
  autoBan: boolean;
  organization: string;
  other: string;
  /** Whether the setting is edited as fields or as JSON; the other one is ignored. */
  settingView: 'fields' | 'json';
  settings: SettingValues;
  setting: string;
  maxInputTokens: number;
}

const words = (text: string) => text.split(',').filter((word) => word !== '');

/** Returns the form values of a channel, or of a new one with the spec's defaults. */
export function initialValues(channel: Channel | undefined): ChannelValues {
  const settings = readSetting(channel?.setting ?? '');
  return {
    type: String(channel?.type ?? 1),
    name: channel?.name ?? '',
    key: '',
    baseUrl: channel?.base_url ?? '',
    models: channel ? words(channel.models) : [],
    groups: channel ? words(channel.group) : ['default'],
    priority: channel?.priority ?? 0,
    weight: channel?.weight ?? 0,
    tag: channel?.tag ?? '',
    testModel: channel?.test_model ?? '',
    mapping: parseKeyValuePairs(channel?.model_mapping ?? ''),
    statusMapping: parseKeyValuePairs(channel?.status_code_mapping ?? ''),
    autoBan: (channel?.auto_ban ?? 1) === 1,
    organization: channel?.openai_organization ?? '',
    other: channel?.other ?? '',
    settingView: settings ? 'fields' : 'json',
    settings: settings ?? (readSetting('') as SettingValues),
    setting: channel?.setting ?? '',
    maxInputTokens: channel?.max_input_tokens ?? 0,
  };
}

/** Returns the fields to send. An empty key is left out, which keeps the stored one. */
export function toFields(values: ChannelValues) {
  return {
    type: Number(values.type),
    name: values.name.trim(),
    ...(values.key.trim() === '' ? {} : { key: values.key }),
    base_url: values.baseUrl.trim(),
    models: values.models,
    group: values.groups,
    priority: Math.trunc(Number(values.priority) || 0),
    weight: Math.max(0, Math.trunc(Number(values.weight) || 0)),
    tag: values.tag.trim(),
    test_model: values.testModel.trim(),
    model_mapping: stringifyKeyValuePairs(values.mapping),
    status_code_mapping: stringifyKeyValuePairs(values.statusMapping),
    auto_ban: values.autoBan ? (1 as const) : (0 as const),
    openai_organization: values.organization.trim(),
    other: values.other.trim(),
    setting: settingText(values),
    max_input_tokens: Math.max(0, Math.trunc(Number(values.maxInputTokens) || 0)),
  };
}

/** Returns the setting as JSON, whichever way it is edited. */
export function settingText({ settingView, settings, setting }: ChannelValues): string {
  return settingView === 'json' ? setting : writeSetting(settings);
}

/** Returns how the channel uses several keys; empty if it has one. */
export function multiKeyMode(values: ChannelValues): string {
  return readSetting(settingText(values))?.multiKey ?? '';
}
