/** Amounts of quota offered by forms, at the default unit. */
export const QUOTA_PRESETS = [
  { quota: 500_000, label: '1$' },
  { quota: 5_000_000, label: '10$' },
  { quota: 25_000_000, label: '50$' },
  { quota: 50_000_000, label: '100$' },
  { quota: 250_000_000, label: '500$' },
  { quota: 500_000_000, label: '1000$' },
] as const;
