import type { Generated } from 'kysely';

/** Databases of other gateways that were imported. */
export interface ImportSourcesTable {
  /** What the operator calls it: the gateway's name, unless there are several of one kind. */
  name: string;
  family: string;
  /** JSON: what its first users are known by, so that another database is not taken for it. */
  marks: string;
  started_at: number;
  finished_at: number | null;
  /** The last row of its log that is here. */
  log_position: Generated<number>;
}

/** What a row of an imported database is here. */
export interface ImportMapTable {
  source: string;
  entity: 'user' | 'key' | 'channel' | 'code' | 'order' | 'options';
  source_id: number;
  target_id: number;
}

export interface ImportTables {
  import_sources: ImportSourcesTable;
  import_map: ImportMapTable;
}
