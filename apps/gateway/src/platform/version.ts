/** The version of this gateway. */
export const VERSION = '0.2.0';
