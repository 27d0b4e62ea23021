export interface OptionChange {
  key: string;
  value: string;
  /** Whether an empty value removes a secret; otherwise it keeps the stored one. */
  clears?: boolean;
  /** The value that the change is based on. */
  before?: string | undefined;
}

export interface OptionActor {
  id: number;
  username: string;
  role: number;
}

export interface OptionChange {
  key: string;
  value: string;
}

export interface OptionActor {
  id: number;
  username: string;
  role: number;
}
