import ipaddr from 'ipaddr.js';
import { TOKEN_DISABLED, TOKEN_ENABLED, toReadableName } from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import { isObject } from '../../platform/lenient-json.ts';
import {
  flagOf,
  integerOf,
  objectOf,
  quotaOf,
  secondsOf,
  shortTextOf,
  sourceIdOf,
  splitList,
  textOf,
  timeOf,
} from './source-values.ts';

/** An API key of another gateway, in our terms; ids are those of the source. */
export interface ImportedKey {
  sourceId: number;
  ownerSourceId: number;
  name: string;
  /** Without `sk-`. */
  key: string;
  status: number;
  createdAt: number;
  accessedAt: number;
  /** Seconds; -1 for never. */
  expiresAt: number;
  isUnlimited: boolean;
  remainQuota: number;
  usedQuota: number;
  allowIps: string;
  group: string;
  /** Undefined for no limit. */
  models: string[] | undefined;
  deletedAt: number | null;
}

/** What the relay accepts as a key, see `readCredential`. */
const USABLE = /^[0-9A-Za-z_-]{1,128}$/;

/** Reads a row of `tokens`; undefined if no caller could ever use it. */
export function mapKey(
  family: Family,
  row: SourceRow,
  { findings, autoGroup }: { findings: ImportFindings; autoGroup: string },
): ImportedKey | undefined {
  const sourceId = sourceIdOf(row);
  const name = toReadableName(shortTextOf(row, 'name')) || `key ${sourceId}`;
  const key = textOf(row, 'key').trim().replace(/^sk-/, '');
  if (!USABLE.test(key)) {
    findings.add('keys', 'key_unusable', name, sourceId);
    return undefined;
  }
  const { quota: remain } = quotaOf(row, 'remain_quota');
  const isUnlimited = flagOf(row, 'unlimited_quota');
  if (remain < 0 && !isUnlimited) findings.add('keys', 'key_debt', name, -remain);
  if (shortTextOf(row, 'backup_group').trim() !== '' && shortTextOf(row, 'group').trim() !== '')
    findings.add('keys', 'key_backup_group_dropped', name, shortTextOf(row, 'backup_group'));
  // one-hub tries the backup group first if a key names no other.
  const group = shortTextOf(row, 'group').trim() || shortTextOf(row, 'backup_group').trim();
  if (group === 'auto') findings.add('keys', 'key_group_replaced', name, autoGroup);
  if (flagOf(row, 'cross_group_retry'))
    findings.add('keys', 'key_setting_dropped', name, 'cross_group_retry');
  const { limits, wrong } = limitsOf(family, row);
  for (const line of wrong) findings.add('keys', 'key_address_invalid', name, line);
  return {
    sourceId,
    ownerSourceId: integerOf(row, 'user_id'),
    name,
    key,
    // 3 (expired) and 4 (exhausted) follow from other columns; old rows keep them long after they are no
    // longer true.
    status:
      integerOf(row, 'status', TOKEN_ENABLED) === TOKEN_DISABLED ? TOKEN_DISABLED : TOKEN_ENABLED,
    createdAt: timeOf(row, 'created_time'),
    accessedAt: timeOf(row, 'accessed_time'),
    expiresAt: integerOf(row, 'expired_time', -1),
    isUnlimited,
    remainQuota: Math.max(0, remain),
    usedQuota: Math.max(0, quotaOf(row, 'used_quota').quota),
    group: group === 'auto' ? autoGroup : group,
    deletedAt: secondsOf(row, 'deleted_at') ?? null,
    ...limits,
  };
}

interface Limits {
  limits: Pick<ImportedKey, 'allowIps' | 'models'>;
  /** Lines of the IP allowlist that are no addresses. */
  wrong: string[];
}

function limitsOf(family: Family, row: SourceRow): Limits {
  if (family === 'one-hub') return hubLimits(textOf(row, 'setting'));
  if (family === 'one-api') {
    const models = splitList(textOf(row, 'models'));
    const { limits, wrong } = addressesOf(splitList(textOf(row, 'subnet')));
    return { wrong, limits: { ...limits, models: models.length === 0 ? undefined : models } };
  }
  const lines = splitList(textOf(row, 'allow_ips').replaceAll(/[\n\r]/g, ','));
  const { limits, wrong } = addressesOf(lines);
  const isLimited = flagOf(row, 'model_limits_enabled');
  return {
    wrong,
    limits: { ...limits, models: isLimited ? splitList(textOf(row, 'model_limits')) : undefined },
  };
}

/** Before October 2025 the model list was one level higher. */
function hubLimits(setting: string): Limits {
  const limits = asObject(objectOf(setting)?.['limits']);
  const models = asObject(limits['limit_model_setting'] ?? limits);
  const addresses = asObject(limits['limits_ip_setting']);
  const whitelist = addressesOf(
    addresses['enabled'] === true ? stringsOf(addresses['whitelist']) : [],
  );
  return {
    wrong: whitelist.wrong,
    limits: {
      ...whitelist.limits,
      models: models['enabled'] === true ? stringsOf(models['models']) : undefined,
    },
  };
}

/**
 * Splits an IP allowlist into valid and invalid lines. There, an invalid line matched nobody; here, it would
 * block the whole key. So it is left out, unless it would leave the list empty.
 */
function addressesOf(lines: readonly string[]): { limits: { allowIps: string }; wrong: string[] } {
  const isAddress = (line: string) => ipaddr.isValid(line) || ipaddr.isValidCIDR(line);
  const validAddresses = lines.filter(isAddress);
  const wrong = lines.filter((line) => !isAddress(line));
  return {
    wrong,
    limits: { allowIps: (validAddresses.length === 0 ? wrong : validAddresses).join('\n') },
  };
}

const asObject = (value: unknown) => (isObject(value) ? value : {});
const stringsOf = (value: unknown) =>
  Array.isArray(value) ? splitList(value.filter((item) => typeof item === 'string').join(',')) : [];
