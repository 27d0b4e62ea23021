import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';
import { type FillableDatabase, openPostgres, openSqliteFolder } from './database.ts';

/** Where a gateway stores its data: in its folder, or in PostgreSQL. */
export interface DataLocation {
  stage: Stage;
  folder: string;
  databaseUrl: string | undefined;
}

/** Returns the environment variables that point a gateway or a `tollgate` command there. */
export const variablesOf = ({ folder, databaseUrl }: DataLocation): Record<string, string> => ({
  DATA_DIR: folder,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

export const startAt = (location: DataLocation) =>
  startGateway(location.stage, { dataDirectory: location.folder, env: variablesOf(location) });

export const openDatabase = async ({
  folder,
  databaseUrl,
}: DataLocation): Promise<FillableDatabase> =>
  databaseUrl === undefined ? openSqliteFolder(folder) : openPostgres(databaseUrl);
