/** The seeded accounts; their passwords are for a local machine only. */
export const PEOPLE = [
  { username: 'admin', password: 'admin-12345', role: 10, quota: 50_000_000, keys: ['operations'] },
  {
    username: 'alice',
    password: 'alice-12345',
    role: 1,
    quota: 10_000_000,
    keys: ['web', 'batch'],
  },
  { username: 'bob', password: 'bob-1234567', role: 1, quota: 250_000, keys: ['trial'] },
] as const;

export type Person = (typeof PEOPLE)[number];
