/** Texts that are forgotten after a while. */
export interface TextStore {
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, text: string, lifetimeMs: number): void;
  /** Resolves once nobody finds it any more. */
  delete(key: string): void | Promise<void>;
  close(): void;
}
