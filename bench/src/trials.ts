import { backupTrial } from './backup/backup-trial.ts';
import { chaosTrial } from './chaos/chaos-trial.ts';
import { consoleTrial } from './console/console-trial.ts';
import { databaseStopTrial } from './database-stop/database-stop-trial.ts';
import { hostileTrial } from './hostile/hostile-trial.ts';
import { importTrial } from './import/import-trial.ts';
import { largeLogTrial } from './large-log/large-log-trial.ts';
import { latencyTrial } from './latency/latency-trial.ts';
import { logPagesTrial } from './log-pages/log-pages-trial.ts';
import { openStreamsTrial } from './open-streams/open-streams-trial.ts';
import { pairsTrial } from './pairs/pairs-trial.ts';
import { profileTrial } from './profile-trial.ts';
import { retentionTrial } from './retention/retention-trial.ts';
import { soakTrial } from './soak/soak-trial.ts';
import type { Trial } from './trial.ts';

/** Measurements with their own command besides the figures of the relay: `npm run bench -- <name>`. */
export const TRIALS: readonly Trial[] = [
  latencyTrial,
  pairsTrial,
  openStreamsTrial,
  logPagesTrial,
  retentionTrial,
  largeLogTrial,
  consoleTrial,
  soakTrial,
  databaseStopTrial,
  backupTrial,
  importTrial,
  chaosTrial,
  hostileTrial,
  profileTrial,
];
