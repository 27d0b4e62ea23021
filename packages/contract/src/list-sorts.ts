/** Sort columns of lists other than users and channels. */
export const TOKEN_SORTS = ['name', 'used', 'last_used', 'created', 'expires'] as const;
export const REDEMPTION_SORTS = ['id', 'name', 'quota', 'created'] as const;
export const ORDER_SORTS = ['created', 'credit', 'state'] as const;
export const TEAM_SORTS = ['name', 'members', 'balance', 'used'] as const;
export const TASK_SORTS = ['submitted', 'cost', 'status'] as const;

/** One of these names, prefixed with a minus for descending; empty for the list's default order. */
export type SortOf<Names extends readonly string[]> = Names[number] | `-${Names[number]}` | '';
