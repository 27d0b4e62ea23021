import { keepSession, readStoredUser, type StoredUser } from './session.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

type Ask = () => { close: () => void };

let ask: Ask | undefined;
let renewal: { promise: Promise<boolean>; end: (isRenewed: boolean) => void } | undefined;

/** Has users whose session ended log in again in another tab, where this one has input that would be lost. */
export const sessionRenewal = {
  /** Registers the dialog that asks, as this layer does not know any dialogs. */
  use(next: Ask): void {
    ask = next;
  },
  isPending: (): boolean => renewal !== undefined,
  /** After a call that was refused as signed out: whether it can be sent again. */
  pass(sent: StoredUser): Promise<boolean> {
    const now = readStoredUser();
    if (now !== undefined && now.id !== sent.id) return Promise.resolve(false);
    if (now !== undefined && now.token !== sent.token) return Promise.resolve(true);
    return this.begin(sent);
  },
  /** Asks the user to log in again if this tab has unsaved input; resolves to whether they did. */
  begin(user: StoredUser): Promise<boolean> {
    if (renewal) return renewal.promise;
    // Of a session that another tab has cleared already, too.
    keepSession(user);
    if (!ask || !hasUnsavedInput()) {
      keepSession(undefined);
      return Promise.resolve(false);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const dialog = ask();
    renewal = {
      promise,
      end(isRenewed) {
        renewal = undefined;
        keepSession(undefined);
        dialog.close();
        resolve(isRenewed);
      },
    };
    return promise;
  },
  /** The user has logged in again, or gives the input up. */
  end: (isRenewed: boolean): void => renewal?.end(isRenewed),
};
