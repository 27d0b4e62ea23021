import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';
import { type FillableDatabase, openPostgres, openSqliteFolder } from './database.ts';

/** Where a gateway keeps its data: in its folder, or in PostgreSQL. */
export interface Place {
  stage: Stage;
  folder: string;
  databaseUrl: string | undefined;
}

/** The variables that lead a gateway or a command of `tollgate` there. */
export const variablesOf = ({ folder, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: folder,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

export const startAt = (place: Place) =>
  startGateway(place.stage, { dataDirectory: place.folder, env: variablesOf(place) });

export const openDatabase = async ({ folder, databaseUrl }: Place): Promise<FillableDatabase> =>
  databaseUrl === undefined ? openSqliteFolder(folder) : openPostgres(databaseUrl);
