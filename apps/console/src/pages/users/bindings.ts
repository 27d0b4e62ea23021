/** Accounts elsewhere that a user may have bound, and what they are called. */
export const BINDINGS = [
  { field: 'email', label: 'users.form.email' },
  { field: 'github_id', label: 'users.form.github' },
  { field: 'wechat_id', label: 'users.form.wechat' },
  { field: 'telegram_id', label: 'users.form.telegram' },
  { field: 'linux_do_id', label: 'users.form.linuxdo' },
] as const;
