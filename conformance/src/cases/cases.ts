import type { Case } from './case.ts';
import { cuts } from './cut-streams.ts';
import { errors } from './errors.ts';
import { foreignRequests } from './foreign-requests.ts';
import { moves } from './channel-switches.ts';
import { singleTurns } from './single-turns.ts';
import { toolLoops } from './tool-loops.ts';
import { randomRoutes } from './random-routes.ts';

/** All cases, in the order of the matrix. */
export const CASES: readonly Case[] = [
  ...singleTurns,
  ...toolLoops,
  ...foreignRequests,
  ...errors,
  ...cuts,
  ...moves,
  ...randomRoutes,
];
