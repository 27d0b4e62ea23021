let second = 0;
let text = '';

/** Returns the current time as an HTTP date, cached for a second. */
export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
