/** Why an inviter earns nothing from a top-up, or less than the share. */
export type RebateRefusal =
  | 'circle'
  | 'same-person'
  | 'same-team'
  | 'max-per-invitee'
  | 'max-per-month';
