import {
  findProvider,
  type ChannelAccount,
  type ModelListRequest,
  listProviders,
  type ProviderSpec,
  readModelList,
} from '@tollgate/dialects';
import { compareNames } from '@tollgate/i18n';
import { AppError } from '../../platform/app-error.ts';
import { readObject } from '../../platform/lenient-json.ts';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { refusalCode } from '../refusal-code.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { AccessTokenRefused } from './upstream-access-tokens.ts';
import type { Domain } from '../domain.ts';
import { readChannelPolicy } from './channel-policy.ts';
import { faultReason } from './fault-reason.ts';
import { accountHeaders } from './upstream-request.ts';
import { headersByName, authorizeRequest } from './sign-request.ts';

/** Returns the models per channel type, for the form. */
export function modelsByType(): Record<string, string[]> {
  return Object.fromEntries(listProviders().map(({ type, models }) => [String(type), [...models]]));
}

/** Lists all models known to any provider or the price book, sorted. */
export function knownModels({ prices }: Pick<Domain, 'prices'>): { id: string }[] {
  const names = new Set([
    ...listProviders().flatMap(({ models }) => models),
    ...prices.current().listModels(),
  ]);
  return [...names].sort(compareNames).map((id) => ({ id }));
}

/** Returns, per channel type, what the console shows and asks for. */
export function channelTypes() {
  return listProviders().map(
    ({
      type,
      name,
      label,
      labelKey,
      color,
      defaultBaseUrl,
      baseUrlRequired,
      modelListUrl,
      modelListRequest,
      balance,
      fields,
      keyHint,
      keyForm,
      models,
    }) => ({
      type,
      name,
      label,
      label_key: labelKey ?? '',
      color,
      default_base_url: defaultBaseUrl,
      base_url_required: baseUrlRequired,
      lists_models: modelListUrl !== null || modelListRequest !== undefined,
      has_balance: balance !== null,
      fields: fields.map((field) => ({
        name: field.name,
        label_key: field.labelKey,
        hint_key: field.hintKey,
        required: field.required,
        placeholder: field.placeholder,
      })),
      key_hint: keyHint,
      key_pattern: keyForm?.pattern ?? '',
      key_shape: keyForm?.shape ?? '',
      models: [...models],
    }),
  );
}

/** An upstream as entered in the form or stored in a channel's row. */
export interface UpstreamAddress {
  type: number;
  /** The channel's setting: its headers are sent with this request as with its calls. */
  setting: string;
  base_url: string;
  key: string;
  other: string;
}

/** Fetches an upstream's model list. Throws AppError fetch_models_failed or address_not_allowed. */
export async function fetchUpstreamModels(
  domain: Pick<Domain, 'config' | 'clock' | 'keyring' | 'upstreamAccessTokens'>,
  { type, base_url, key, other, setting }: UpstreamAddress,
): Promise<string[]> {
  const provider = findProvider(type);
  if (!provider) throw noModels('reason_no_model_list');
  const firstKey = (key.split('\n')[0] ?? '').trim();
  const policy = readChannelPolicy(readObject(setting));
  const list = findModelList(provider, { key: firstKey, baseUrl: base_url, other });
  try {
    const call = {
      url: list.url,
      method: 'GET' as const,
      headers: Object.entries(accountHeaders({ policy }, list.headers, undefined)).flat(),
      body: undefined,
    };
    const owner = `${type} ${base_url} ${domain.keyring.hash('channel-key', firstKey)}`;
    const proven = await authorizeRequest(call, domain, { ...list, tokenOwner: owner });
    const response = await createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS)({
      url: proven.url,
      headers: headersByName(proven.headers),
      timeoutMs: 15_000,
      maxBytes: 8 * 1024 * 1024,
    });
    if (response.status >= 300) throw noModels(`HTTP ${response.status}`);
    const models = readModelList(JSON.parse(response.text));
    if (!models) throw noModels('reason_no_models');
    return models;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof AddressNotAllowed)
      throw new AppError(refusalCode(error), {}, { cause: error });
    const reason =
      error instanceof AccessTokenRefused ? `HTTP ${error.fault.http}` : faultReason(error);
    throw noModels(reason, error);
  }
}

/** Reports why there is no list: a code, or a status that needs no explanation. */
function noModels(reason: string, cause?: unknown): AppError {
  return new AppError('fetch_models_failed', { reason }, { cause });
}

/** Returns where a provider lists its models, and the headers for it. Throws an AppError if it doesn't. */
function findModelList(provider: ProviderSpec, channel: ChannelAccount): ModelListRequest {
  const { modelListUrl, modelListRequest, defaultBaseUrl, auth } = provider;
  const baseUrl = channel.baseUrl.replace(/\/+$/, '');
  const hosted = modelListRequest?.({
    ...channel,
    baseUrl: baseUrl === defaultBaseUrl ? '' : baseUrl,
  });
  if (hosted) return hosted;
  if (!modelListUrl) throw noModels('reason_no_model_list');
  const base = baseUrl || defaultBaseUrl;
  if (base === '') throw new AppError('base_url_required');
  const { key, other } = channel;
  return {
    url: modelListUrl(base, { model: '', other }),
    headers: auth(key, { other, openaiOrganization: '' }),
  };
}
