import { databaseStopTrial } from './database-stop/database-stop-trial.ts';
import { logPagesTrial } from './log-pages/log-pages-trial.ts';
import { soakTrial } from './soak/soak-trial.ts';
import type { Trial } from './trial.ts';

/** What has a command of its own beside the figures of the relay: `npm run bench -- <name>`. */
export const TRIALS: readonly Trial[] = [logPagesTrial, soakTrial, databaseStopTrial];
