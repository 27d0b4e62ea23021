import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';
import { type FillableDatabase, openPostgres, openSqliteFolder } from './database.ts';

/** Where a gateway stores its data: in its folder, or in PostgreSQL. */
export interface Place {
  stage: Stage;
  folder: string;
  databaseUrl: string | undefined;
}

/** Returns the environment variables that point a gateway or a `tollgate` command there. */
export const variablesOf = ({ folder, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: folder,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

export const startAt = (place: Place) =>
  startGateway(place.stage, { dataDirectory: place.folder, env: variablesOf(place) });

export const openDatabase = async ({ folder, databaseUrl }: Place): Promise<FillableDatabase> =>
  databaseUrl === undefined ? openSqliteFolder(folder) : openPostgres(databaseUrl);
