const KEY = 'kept-message';

/** Keeps a message for after the page has been loaded anew, where what it reports requires that. */
export function keepMessage(text: string): void {
  sessionStorage.setItem(KEY, text);
}

/** Returns the kept message, once. */
export function takeMessage(): string | undefined {
  const text = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return text;
}
