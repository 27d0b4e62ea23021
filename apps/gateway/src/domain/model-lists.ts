import { findProvider, listProviders } from '@tollgate/dialects';
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
  const names = new Set([...listProviders().flatMap(({ models }) => models), ...prices.current().listModels()]);
  return [...names].sort().map((id) => ({ id }));
}

export interface UpstreamAddress {
  type: number;
  base_url: string;
  key: string;
  other: string;
}

/** The model list of an upstream. Throws AppError fetch_models_failed or address_not_allowed. */
export async function fetchUpstreamModels(domain: Domain, { type, base_url, key, other }: UpstreamAddress): Promise<string[]> {
  const provider = findProvider(type);
  const path = provider?.endpoints.models;
  if (!provider || !path) throw new AppError('fetch_models_failed');
  const base = base_url.replace(/\/+$/, '') || provider.defaultBaseUrl;
  if (base === '') throw new AppError('base_url_required');
  const firstKey = (key.split('\n')[0] ?? '').trim();
  try {
    const answer = await createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS)({
      url: path(base, { model: '', other }),
      headers: provider.auth({ key: firstKey, organization: '', other }),
      timeoutMs: 15_000,
      maxBytes: 8 * 1024 * 1024,
    });
    if (answer.status >= 300) throw new AppError('fetch_models_failed', {}, { internal: `HTTP ${answer.status}` });
    return readModelIds(JSON.parse(answer.text));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(error instanceof AddressNotAllowed ? 'address_not_allowed' : 'fetch_models_failed', {}, { cause: error });
  }
}

/** Model ids out of the list shapes that providers use. */
function readModelIds(body: unknown): string[] {
  const list = Array.isArray(body) ? body : ((body as { data?: unknown; models?: unknown }).data ?? (body as { models?: unknown }).models);
  if (!Array.isArray(list)) throw new AppError('fetch_models_failed');
  const ids = list.flatMap((entry: unknown) => {
    const record = entry as { id?: unknown; name?: unknown };
    const id = typeof entry === 'string' ? entry : (record.id ?? record.name);
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : [];
  });
  return [...new Set(ids)].sort();
}
