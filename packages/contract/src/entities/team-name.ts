/** Length of what follows the @ in a team's username; it distinguishes teams of the same name. */
export const TEAM_SUFFIX_LENGTH = 6;

/** People register without an @: of them only an imported user may have such a username. */
const TEAM_USERNAME = new RegExp(`^(.+)@[A-Za-z0-9]{${TEAM_SUFFIX_LENGTH}}$`, 'su');

/**
 * Returns the name of a team with this username, as people see it; undefined if it is not one's. A person may
 * have such a username too: only the server knows who is a team.
 */
export const teamNameOf = (username: string): string | undefined =>
  TEAM_USERNAME.exec(username)?.[1];
