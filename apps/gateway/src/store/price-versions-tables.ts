/** A saved price book. */
export interface PriceVersionsTable {
  /** 1, 2, 3, … in the order of saving. */
  id: number;
  created_at: number;
  /** 0 for the prices from before the first save. */
  actor_id: number;
  actor_name: string;
  note: string;
  /** Number of models whose price differs from the previous version. */
  changed: number;
}

/** An option of the price book, from a version on. */
export interface PriceVersionValuesTable {
  key: string;
  version_id: number;
  value: string;
}

export interface PriceVersionTables {
  price_versions: PriceVersionsTable;
  price_version_values: PriceVersionValuesTable;
}
