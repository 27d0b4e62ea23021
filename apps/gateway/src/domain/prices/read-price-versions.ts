import type { PriceVersion } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import {
  findLastPriceVersion,
  findPriceVersion,
  listPriceVersions,
  readPriceVersionValues,
} from '../../store/price-versions-repository.ts';
import type { Domain } from '../domain.ts';
import { presentOptions } from './read-price-book.ts';

type StoreDomain = Pick<Domain, 'store'>;

/**
 * Returns a page of saved price books, newest first. Version numbers have no gaps, so the last one is the
 * count.
 */
export async function pagePriceVersions(
  { store }: StoreDomain,
  { p, page_size: size }: { p: number; page_size: number },
) {
  const [items, total] = await Promise.all([
    listPriceVersions(store.db, { start: (p - 1) * size, size }),
    findLastPriceVersion(store.db),
  ]);
  return { items: items satisfies PriceVersion[], page: p, page_size: size, total };
}

/** Returns a saved price book with its options. Throws AppError price_version_not_found. */
export async function readPriceVersion({ store }: StoreDomain, id: number) {
  const version = await findPriceVersion(store.db, id);
  if (!version) throw new AppError('price_version_not_found');
  const values = await readPriceVersionValues(store.db, id);
  return { ...version, options: presentOptions((key) => values.get(key) ?? '{}') };
}
