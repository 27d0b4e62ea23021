const DAYS = 2;

/** Nothing is planned so many seconds ahead: what is was planned before the clock was set back. */
export const FAR_AHEAD_SECONDS = DAYS * 86_400;
export const FAR_AHEAD_MS = FAR_AHEAD_SECONDS * 1000;
