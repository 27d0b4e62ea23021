export interface OptionChange {
  key: string;
  value: string;
  /** An empty value of a secret takes it away; else it keeps the stored one. */
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
