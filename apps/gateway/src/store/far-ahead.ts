const DAYS = 2;

/** Nothing is scheduled this many seconds ahead: a later time was set before the clock jumped backward. */
export const FAR_AHEAD_SECONDS = DAYS * 86_400;
export const FAR_AHEAD_MS = FAR_AHEAD_SECONDS * 1000;
