const KEY = 'notice';

/** Keeps a message for after the page has been loaded anew, where what it reports requires that. */
export function keepNotice(text: string): void {
  sessionStorage.setItem(KEY, text);
}

/** Returns the kept message, once. */
export function takeNotice(): string | undefined {
  const text = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return text;
}
