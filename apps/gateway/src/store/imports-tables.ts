import type { Generated } from 'kysely';

/** Databases of other gateways that were imported. */
export interface ImportSourcesTable {
  /** The operator's name for it: the gateway's name, unless there are several of one kind. */
  name: string;
  family: string;
  /** JSON: what identifies its first users, so that another database is not mistaken for it. */
  marks: string;
  started_at: number;
  finished_at: number | null;
  /** The last row of its log that was imported. */
  log_position: Generated<number>;
}

/** Maps a row of an imported database to its row here. */
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
