/** Texts that expire. */
export interface TextStore {
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, text: string, lifetimeMs: number): void;
  /** Stores a text unless there already is one. */
  add(key: string, text: string, lifetimeMs: number): void;
  /** Resolves once it can no longer be found. */
  delete(key: string): void | Promise<void>;
  close(): void;
}
