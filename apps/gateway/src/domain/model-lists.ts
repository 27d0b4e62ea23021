import { findProvider, listProviders, readModelList } from '@tollgate/dialects';
import { AppError } from '../platform/app-error.ts';
import { AddressNotAllowed } from '../platform/address-guard.ts';
import { createOutbound } from '../platform/outbound.ts';
import type { Domain } from './domain.ts';

/** Models by channel type, for the form. */
export function modelsByType(): Record<string, string[]> {
  return Object.fromEntries(listProviders().map(({ type, models }) => [String(type), [...models]]));
}

/** All models that any provider or the price book knows, sorted. */
export function knownModels({ prices }: Pick<Domain, 'prices'>): { id: string }[] {
  const names = new Set([
    ...listProviders().flatMap(({ models }) => models),
    ...prices.current().listModels(),
  ]);
  return [...names].sort().map((id) => ({ id }));
}

/** What the console shows and asks for of every channel type. */
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
      upstreamDialect,
      modelListUrl,
      balance,
      fields,
      keyHint,
      models,
    }) => ({
      type,
      name,
      label,
      label_key: labelKey ?? '',
      color,
      default_base_url: defaultBaseUrl,
      base_url_required: baseUrlRequired,
      supported: upstreamDialect !== null,
      lists_models: modelListUrl !== null,
      has_balance: balance !== null,
      fields: fields.map((field) => ({
        name: field.name,
        label_key: field.labelKey,
        hint_key: field.hintKey,
        required: field.required,
        placeholder: field.placeholder,
      })),
      key_hint: keyHint,
      models: [...models],
    }),
  );
}

export interface UpstreamAddress {
  type: number;
  base_url: string;
  key: string;
  other: string;
}

/** The model list of an upstream. Throws AppError fetch_models_failed or address_not_allowed. */
export async function fetchUpstreamModels(
  domain: Domain,
  { type, base_url, key, other }: UpstreamAddress,
): Promise<string[]> {
  const provider = findProvider(type);
  const buildUrl = provider?.modelListUrl;
  if (!provider || !buildUrl) throw new AppError('fetch_models_failed');
  const base = base_url.replace(/\/+$/, '') || provider.defaultBaseUrl;
  if (base === '') throw new AppError('base_url_required');
  const firstKey = (key.split('\n')[0] ?? '').trim();
  try {
    const answer = await createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS)({
      url: buildUrl(base, { model: '', other }),
      headers: provider.auth(firstKey, { other, openaiOrganization: '' }),
      timeoutMs: 15_000,
      maxBytes: 8 * 1024 * 1024,
    });
    if (answer.status >= 300)
      throw new AppError('fetch_models_failed', {}, { internal: `HTTP ${answer.status}` });
    const models = readModelList(JSON.parse(answer.text));
    if (!models)
      throw new AppError(
        'fetch_models_failed',
        {},
        { internal: 'the answer is no list of models' },
      );
    return models;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      error instanceof AddressNotAllowed ? 'address_not_allowed' : 'fetch_models_failed',
      {},
      { cause: error },
    );
  }
}
