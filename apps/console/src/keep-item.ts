/** Stores text in this browser; does nothing if its storage is full or blocked. */
export function keepItem(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // What is kept only saves a choice for next time; the page goes on without.
  }
}
