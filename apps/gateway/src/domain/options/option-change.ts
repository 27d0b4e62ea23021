export interface OptionChange {
  key: string;
  value: string;
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
