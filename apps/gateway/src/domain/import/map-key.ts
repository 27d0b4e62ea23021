import { TOKEN_DISABLED, TOKEN_ENABLED } from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import {
  flagOf,
  integerOf,
  isObject,
  objectOf,
  secondsOf,
  textOf,
  wordsOf,
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
  /** Seconds; -1 never. */
  expiresAt: number;
  isUnlimited: boolean;
  remainQuota: number;
  usedQuota: number;
  allowIps: string;
  group: string;
  /** Undefined: no limit. */
  models: string[] | undefined;
  deletedAt: number | null;
}

/** What the relay reads as a key, see `readCredential`. */
const USABLE = /^[0-9A-Za-z_-]{1,128}$/;

/** Reads a row of `tokens`; undefined where no caller could ever use it. */
export function mapKey(
  family: Family,
  row: SourceRow,
  { findings, autoGroup }: { findings: ImportFindings; autoGroup: string },
): ImportedKey | undefined {
  const sourceId = integerOf(row, 'id');
  const name = textOf(row, 'name') || `key ${sourceId}`;
  const key = textOf(row, 'key').trim().replace(/^sk-/, '');
  if (!USABLE.test(key)) {
    findings.add('keys', 'key_unusable', name, sourceId);
    return undefined;
  }
  const remain = integerOf(row, 'remain_quota');
  const isUnlimited = flagOf(row, 'unlimited_quota');
  if (remain < 0 && !isUnlimited) findings.add('keys', 'key_debt', name, -remain);
  if (textOf(row, 'backup_group') !== '')
    findings.add('keys', 'key_backup_group_dropped', name, textOf(row, 'backup_group'));
  const group = textOf(row, 'group').trim();
  if (group === 'auto') findings.add('keys', 'key_group_replaced', name, autoGroup || '-');
  return {
    sourceId,
    ownerSourceId: integerOf(row, 'user_id'),
    name,
    key,
    // 3 (expired) and 4 (used up) follow from the columns beside; old rows say it long after it was true.
    status:
      integerOf(row, 'status', TOKEN_ENABLED) === TOKEN_DISABLED ? TOKEN_DISABLED : TOKEN_ENABLED,
    createdAt: integerOf(row, 'created_time'),
    accessedAt: integerOf(row, 'accessed_time'),
    expiresAt: integerOf(row, 'expired_time', -1),
    isUnlimited,
    remainQuota: Math.max(0, remain),
    usedQuota: Math.max(0, integerOf(row, 'used_quota')),
    group: group === 'auto' ? autoGroup : group,
    deletedAt: secondsOf(row, 'deleted_at') ?? null,
    ...limitsOf(family, row),
  };
}

function limitsOf(family: Family, row: SourceRow): Pick<ImportedKey, 'allowIps' | 'models'> {
  if (family === 'one-api') {
    const models = wordsOf(textOf(row, 'models'));
    return {
      allowIps: wordsOf(textOf(row, 'subnet')).join('\n'),
      models: models.length === 0 ? undefined : models,
    };
  }
  if (family === 'new-api')
    return {
      allowIps: wordsOf(textOf(row, 'allow_ips').replaceAll('\n', ',')).join('\n'),
      models: flagOf(row, 'model_limits_enabled')
        ? wordsOf(textOf(row, 'model_limits'))
        : undefined,
    };
  return hubLimits(textOf(row, 'setting'));
}

/** Of before October 2025 the list of models stood one level higher. */
function hubLimits(setting: string): Pick<ImportedKey, 'allowIps' | 'models'> {
  const limits = asObject(objectOf(setting)?.['limits']);
  const models = asObject(limits['limit_model_setting'] ?? limits);
  const addresses = asObject(limits['limits_ip_setting']);
  return {
    models: models['enabled'] === true ? stringsOf(models['models']) : undefined,
    allowIps: addresses['enabled'] === true ? stringsOf(addresses['whitelist']).join('\n') : '',
  };
}

const asObject = (value: unknown) => (isObject(value) ? value : {});
const stringsOf = (value: unknown) =>
  Array.isArray(value) ? wordsOf(value.filter((one) => typeof one === 'string').join(',')) : [];
