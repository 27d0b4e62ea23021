/** A key that will make calls. */
export interface ShowcaseCaller {
  key: string;
  /** Its share of calls, relative to the others. */
  weight: number;
}

/** An account of the showcase with its keys and balance; passwords are for this machine only. */
export interface ShowcasePerson {
  username: string;
  displayName: string;
  role: 1 | 10;
  group: string;
  /** Bought on the first day, in USD. */
  topUp: number;
  keys: readonly string[];
  /** Its share of calls, relative to the others. */
  weight: number;
}

export const SHOWCASE_PASSWORD = 'showcase-12345';

export const SHOWCASE_PEOPLE: readonly ShowcasePerson[] = [
  {
    username: 'mei',
    displayName: 'Mei Lin',
    role: 10,
    group: 'default',
    topUp: 50,
    keys: ['monitoring'],
    weight: 2,
  },
  {
    username: 'alice',
    displayName: 'Alice Moreau',
    role: 1,
    group: 'default',
    topUp: 135,
    keys: ['backend-prod', 'batch-nightly', 'laptop'],
    weight: 22,
  },
  {
    username: 'northwind',
    displayName: 'Northwind GmbH',
    role: 1,
    group: 'vip',
    topUp: 400,
    keys: ['assistant', 'search'],
    weight: 30,
  },
  {
    username: 'chen',
    displayName: '陈思远',
    role: 1,
    group: 'default',
    topUp: 60,
    keys: ['翻译服务', 'cursor'],
    weight: 14,
  },
  {
    username: 'acme',
    displayName: 'Acme Robotics',
    role: 1,
    group: 'svip',
    topUp: 300,
    keys: ['vision-eu', 'planner'],
    weight: 20,
  },
  {
    username: 'tomas',
    displayName: 'Tomás Ibarra',
    role: 1,
    group: 'default',
    topUp: 20,
    keys: ['opencode'],
    weight: 7,
  },
  {
    username: 'wanglei',
    displayName: '王磊',
    role: 1,
    group: 'default',
    topUp: 30,
    keys: ['客服机器人'],
    weight: 4,
  },
  {
    username: 'priya',
    displayName: 'Priya Nair',
    role: 1,
    group: 'default',
    topUp: 10,
    keys: ['thesis'],
    weight: 1,
  },
];
