import {
  CHANNEL_AUTO_DISABLED,
  CHANNEL_DISABLED,
  CHANNEL_ENABLED,
  toReadableName,
} from '@tollgate/contract';
import { findProvider, parseStatusCodeMapping } from '@tollgate/dialects';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import { type ImportedMapping, readChannelMapping } from './channel-mapping.ts';
import { targetType } from './channel-types.ts';
import { type ChannelKeys, readChannelKeys } from './channel-keys.ts';
import type { ChannelContext } from './channel-context.ts';
import { readChannelSetting } from './channel-setting.ts';
import {
  countOf,
  integerOf,
  jsonText,
  numberOf,
  objectOf,
  quotaOf,
  shortTextOf,
  sourceIdOf,
  splitList,
  textOf,
  timeOf,
} from './source-values.ts';

/** A channel of another gateway, in our terms. */
const ADDRESS_MAX = 2048;

export interface ImportedChannel extends ChannelKeys, ImportedMapping {
  sourceId: number;
  /** The source's type number. */
  sourceType: number;
  type: number;
  name: string;
  baseUrl: string;
  organization: string;
  other: string;
  statusCodeMapping: string;
  setting: string;
  models: string;
  group: string;
  autoBan: boolean;
  testModel: string;
  priority: number;
  weight: number;
  tag: string;
  status: number;
  statusReason: string;
  statusTime: number;
  responseTime: number;
  usedQuota: number;
  balanceMicros: number;
  balanceTime: number;
  createdAt: number;
  testTime: number;
}

/** Reads a row of `channels`; undefined if this gateway has no such type. */
export function mapChannel(
  { family, options, findings }: Pick<ChannelContext, 'family' | 'options' | 'findings'>,
  row: SourceRow,
): ImportedChannel | undefined {
  const sourceId = sourceIdOf(row);
  const name = toReadableName(shortTextOf(row, 'name')) || `channel ${sourceId}`;
  const target = targetType(family, integerOf(row, 'type'));
  if (!target) {
    findings.add('channels', 'channel_type_unknown', name, integerOf(row, 'type'));
    return undefined;
  }
  const context = { family, options, row, name, type: target.type, findings };
  const { setting, other } = readChannelSetting(context);
  const keys = readChannelKeys(context);
  if (keys.isMultiKey) setting['multi_key'] = keys.mode;
  const baseUrl = addressOf(row, target.address);
  const { baseUrlRequired } = findProvider(target.type) ?? {};
  if (baseUrlRequired && baseUrl === '')
    findings.add('channels', 'channel_setting_invalid', name, 'base_url');
  return {
    ...keys,
    sourceId,
    sourceType: integerOf(row, 'type'),
    ...readChannelMapping(context),
    name,
    type: target.type,
    baseUrl,
    organization:
      shortTextOf(row, 'open_ai_organization') || shortTextOf(row, 'openai_organization'),
    other,
    statusCodeMapping: statusMappingOf(context),
    setting: Object.keys(setting).length === 0 ? '' : JSON.stringify(setting),
    models: splitList(textOf(row, 'models')).join(','),
    group: splitList(textOf(row, 'group')).join(',') || 'default',
    autoBan: integerOf(row, 'auto_ban', 1) !== 0,
    testModel: shortTextOf(row, 'test_model'),
    priority: bounded(integerOf(row, 'priority')),
    weight: Math.max(0, bounded(integerOf(row, 'weight', family === 'one-hub' ? 1 : 0))),
    tag: shortTextOf(row, 'tag'),
    ...stateOf(row),
    responseTime: countOf(row, 'response_time'),
    usedQuota: Math.max(0, quotaOf(row, 'used_quota').quota),
    balanceMicros: microsOf(numberOf(row, 'balance')),
    balanceTime: timeOf(row, 'balance_updated_time'),
    createdAt: timeOf(row, 'created_time'),
    testTime: timeOf(row, 'test_time'),
  };
}

const MICROS = 1_000_000;
const microsOf = (dollars: number) =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    Math.max(-Number.MAX_SAFE_INTEGER, Math.round(dollars * MICROS)),
  );
const LIMIT = 1_000_000;
const bounded = (value: number) => Math.min(LIMIT, Math.max(-LIMIT, value));

/** Vendor plans that new-api allows in place of an address. */
const PLANS: Readonly<Record<string, string>> = {
  'glm-coding-plan': 'https://open.bigmodel.cn/api/coding/paas/v4',
  'glm-coding-plan-international': 'https://api.z.ai/api/coding/paas/v4',
  'kimi-coding-plan': 'https://api.kimi.com/coding',
  'doubao-coding-plan': 'https://ark.cn-beijing.volces.com/api/coding/v3',
};

function addressOf(row: SourceRow, fallback: string): string {
  const customAddress = textOf(row, 'base_url').trim().slice(0, ADDRESS_MAX).replace(/\/+$/, '');
  if (customAddress === '') return fallback;
  return Object.hasOwn(PLANS, customAddress)
    ? (PLANS[customAddress] ?? customAddress)
    : customAddress;
}

function statusMappingOf({ row, name, findings }: ChannelContext): string {
  const mapping = objectOf(textOf(row, 'status_code_mapping'));
  if (!mapping) findings.add('channels', 'channel_status_mapping_invalid', name);
  const kept = Object.entries(mapping ?? {}).filter(([from, to]) => {
    const { ok } = parseStatusCodeMapping(JSON.stringify({ [from]: to }));
    if (!ok)
      findings.add('channels', 'channel_status_mapping_invalid', name, `${from} → ${jsonText(to)}`);
    return ok;
  });
  return kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept));
}

function stateOf(row: SourceRow): Pick<ImportedChannel, 'status' | 'statusReason' | 'statusTime'> {
  const status = integerOf(row, 'status');
  const known = [CHANNEL_ENABLED, CHANNEL_DISABLED, CHANNEL_AUTO_DISABLED] as const;
  const info = objectOf(textOf(row, 'other_info')) ?? {};
  const time = info['status_time'];
  return {
    status: known.find((knownStatus) => knownStatus === status) ?? CHANNEL_DISABLED,
    statusReason:
      typeof info['status_reason'] === 'string' ? info['status_reason'].slice(0, 1000) : '',
    statusTime: Number.isSafeInteger(time) ? (time as number) : 0,
  };
}
