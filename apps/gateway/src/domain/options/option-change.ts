export interface OptionChange {
  key: string;
  value: string;
  /** Whether an empty value removes a secret; otherwise it keeps the stored one. */
  clears?: boolean;
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
