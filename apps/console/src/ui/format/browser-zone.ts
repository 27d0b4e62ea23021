/** Returns the name of the browser's time zone, such as `Asia/Shanghai`. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
