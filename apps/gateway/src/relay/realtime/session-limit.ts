import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { OptionStore } from '../../domain/options/options.ts';
import { AppError } from '../../platform/app-error.ts';

const RETRY_AFTER_SECONDS = 10;

/** Limits how many realtime sessions a key and a user have open in this process. */
export class SessionLimit {
  readonly #options: Pick<OptionStore, 'number'>;
  readonly #open = new Map<string, number>();

  constructor(options: Pick<OptionStore, 'number'>) {
    this.#options = options;
  }

  /**
   * Takes a slot for a session of a key; call the returned function once, when the session has ended. Throws
   * AppError relay_too_many_running.
   */
  enter({ apiKeyId, userId }: Pick<ApiKeyHolder, 'apiKeyId' | 'userId'>): () => void {
    const [key, user] = [`key ${apiKeyId}`, `user ${userId}`];
    this.#check(key, this.#options.number('RealtimeSessionsPerKey'));
    this.#check(user, this.#options.number('RealtimeSessionsPerUser'));
    this.#add(key, 1);
    this.#add(user, 1);
    return () => {
      this.#add(key, -1);
      this.#add(user, -1);
    };
  }

  #check(holder: string, limit: number): void {
    if (limit === 0 || (this.#open.get(holder) ?? 0) < limit) return;
    throw new AppError(
      'relay_too_many_running',
      { limit },
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  #add(holder: string, change: number): void {
    const open = (this.#open.get(holder) ?? 0) + change;
    if (open > 0) this.#open.set(holder, open);
    else this.#open.delete(holder);
  }
}
