import type { TeamRole } from '@tollgate/contract';
import { readStoredUser } from './session.ts';

/** The team that this tab acts for. */
export interface ActingTeam {
  id: number;
  name: string;
  role: TeamRole;
}

const KEY = 'acting-team';

/** Returns the team that this tab acts for; undefined if the user acts for themself. */
export function readActingTeam(): ActingTeam | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  try {
    const { userId, ...team } = JSON.parse(text) as ActingTeam & { userId: number };
    return userId === readStoredUser()?.id ? team : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the team that this tab acts for from its next load on; other tabs are not affected. */
export function storeActingTeam(team: ActingTeam | undefined): void {
  const userId = readStoredUser()?.id;
  if (team === undefined || userId === undefined) sessionStorage.removeItem(KEY);
  else
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ id: team.id, name: team.name, role: team.role, userId }),
    );
}

/** Acts for a team, or for the user again, and reloads everything. */
export function actFor(team: ActingTeam | undefined, path: string): void {
  storeActingTeam(team);
  window.location.assign(path);
}
