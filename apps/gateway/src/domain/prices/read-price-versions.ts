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

/** A page of saved price books, the newest first. Numbers have no gaps, so the last one counts them. */
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

/** A saved price book with its options. Throws AppError price_version_not_found. */
export async function readPriceVersion({ store }: StoreDomain, id: number) {
  const version = await findPriceVersion(store.db, id);
  if (!version) throw new AppError('price_version_not_found');
  const values = await readPriceVersionValues(store.db, id);
  return { ...version, options: presentOptions((key) => values.get(key) ?? '{}') };
}
