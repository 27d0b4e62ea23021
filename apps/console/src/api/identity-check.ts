type Check = () => Promise<boolean>;

let check: Check | undefined;

/** How somebody proves anew who they are before the server does what it asks that for. */
export const identityCheck = {
  /** What asks; the dialog announces itself, as calls know no dialogs. */
  use(next: Check): void {
    check = next;
  },
  /** Whether they did; false where nothing can ask. */
  pass: (): Promise<boolean> => check?.() ?? Promise.resolve(false),
};
