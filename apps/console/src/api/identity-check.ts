type Check = () => Promise<boolean>;

let check: Check | undefined;

/** Asks users to confirm their identity when the server requires it for a call. */
export const identityCheck = {
  /** Registers the dialog that asks, as the API layer does not know any dialogs. */
  use(next: Check): void {
    check = next;
  },
  /** Whether the user confirmed; false if no dialog is registered. */
  pass: (): Promise<boolean> => check?.() ?? Promise.resolve(false),
};
