import { channelSetting } from '@tollgate/contract';
import { buildModelMapping, findProvider, parseStatusCodeMapping } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { AddressNotAllowed, isUrlAllowed } from '../../platform/ssrf-guard.ts';
import type { ChannelChanges, ChannelRecord } from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';
import { requireKnownGroups } from '../options/groups.ts';
import { refusalCode } from '../refusal-code.ts';
import { TYPE_VERTEX } from './check-key-form.ts';

/** Default of `other` for types that require it. */
const OTHER_DEFAULTS: Record<number, string> = { 3: '2023-06-01-preview', 18: 'v2.1' };

/** Fields already checked by the contract; absent ones stay unchanged. */
export interface ChannelInput {
  name?: string | undefined;
  type?: number | undefined;
  key?: string | undefined;
  openai_organization?: string | undefined;
  max_input_tokens?: number | undefined;
  base_url?: string | undefined;
  other?: string | undefined;
  model_mapping?: string | undefined;
  status_code_mapping?: string | undefined;
  setting?: string | undefined;
  models?: string | undefined;
  group?: string | undefined;
  auto_ban?: number | undefined;
  test_model?: string | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
  tag?: string | undefined;
  status?: number | undefined;
}

/** Checks and normalizes the given fields, together with the stored ones if a rule needs both. */
export function checkChannelFields(
  domain: Pick<Domain, 'config' | 'options'>,
  input: ChannelInput,
  before: ChannelRecord | undefined,
): ChannelChanges {
  const { key: _key, ...inputFields } = input;
  const type = input.type ?? before?.type ?? 1;
  const provider = findProvider(type);
  if (!provider) throw new AppError('channel_type_unknown', { type }, { field: 'type' });
  const changes: ChannelChanges = Object.fromEntries(
    Object.entries(inputFields).filter(([, value]) => value !== undefined),
  );
  if (input.base_url !== undefined) changes.base_url = checkBaseUrl(domain, input.base_url);
  if (provider.baseUrlRequired && (changes.base_url ?? before?.base_url ?? '') === '')
    throw new AppError('base_url_required', {}, ADDRESS);
  if (
    changes.other === '' ||
    (input.type !== undefined && before?.other === '' && changes.other === undefined)
  )
    changes.other = OTHER_DEFAULTS[type] ?? '';
  const requiresOther = provider.fields.some(({ name, required }) => name === 'other' && required);
  if (requiresOther && (changes.other ?? before?.other ?? '').trim() === '')
    throw new AppError('channel_other_required', {}, { field: 'other' });
  if (input.group !== undefined) requireKnownGroups(domain, input.group, before?.group);
  if (type === TYPE_VERTEX && changes.other !== undefined) checkRegion(changes.other);
  if (input.model_mapping !== undefined)
    changes.model_mapping = checkModelMapping(input.model_mapping);
  if (input.status_code_mapping !== undefined)
    changes.status_code_mapping = checkStatusMapping(input.status_code_mapping);
  if (input.setting !== undefined) changes.setting = checkSetting(input.setting);
  return changes;
}

/** Checks a region, or JSON of regions by model. Throws AppError channel_region_invalid. */
function checkRegion(text: string): void {
  const trimmed = text.trim();
  if (trimmed === '' || REGION.test(trimmed)) return;
  const map = parseJson(trimmed);
  const regions = isObject(map) ? Object.values(map) : [undefined];
  if (!regions.every((region) => typeof region === 'string' && REGION.test(region)))
    throw new AppError('channel_region_invalid', {}, { field: 'other' });
}

/** `global`, `us`, `europe-west4` */
const REGION = /^(?:global|us|eu|[a-z]+-[a-z]+\d+)$/;

/** The field that errors of the address are about. */
const ADDRESS = { field: 'base_url' };

function checkBaseUrl(domain: Pick<Domain, 'config'>, text: string): string {
  const address = text.trim().replace(/\/+$/, '');
  if (address === '') return '';
  // Type 8 may have {model} in its address; it is replaced by a dummy word here.
  const url = URL.parse(address.replaceAll('{model}', 'model'));
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('base_url_invalid', {}, ADDRESS);
  // A caller who chooses the model must not choose the host: {model} may be at most its first label.
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  if (host.includes('{model}') && !/\{model\}(\.[^.{}]+){2,}$/.test(host))
    throw new AppError('base_url_invalid', {}, ADDRESS);
  if (!isUrlAllowed(url, domain.config.ALLOW_PRIVATE_UPSTREAMS))
    throw new AppError(refusalCode(new AddressNotAllowed(url.hostname)), {}, ADDRESS);
  return address;
}

function checkModelMapping(text: string): string {
  const result = buildModelMapping(text.trim());
  if (!result.ok)
    throw new AppError(result.code, { model: result.model ?? '' }, { field: 'model_mapping' });
  return text.trim();
}

function checkStatusMapping(text: string): string {
  if (!parseStatusCodeMapping(text.trim()).ok)
    throw new AppError('status_code_mapping_invalid', {}, { field: 'status_code_mapping' });
  return text.trim();
}

/** Returns the settings as stored. Throws an AppError if the relay could not read them. */
export function checkSetting(text: string): string {
  if (text.trim() === '') return '';
  const { success, error } = channelSetting.safeParse(parseJson(text));
  if (success) return text.trim();
  const field = error.issues[0]?.path[0];
  if (field === undefined) throw new AppError('setting_invalid', {}, { field: 'setting' });
  throw new AppError('setting_field_invalid', { field: String(field) }, { field: 'setting' });
}
