import { expect, test } from 'vitest';
import { readPageWords } from './page-words.ts';

test.each([
  ['wallet', 'wallet', 'Wallet', 'Your balance'],
  ['channel', 'channels', 'Channels', 'Accounts with providers'],
  ['channelAdd', 'channels', 'Add channel', undefined],
  ['payout', 'agent', 'Payouts', undefined],
  ['checkoutSuccess', 'wallet', 'Payment successful', undefined],
])(
  'before its scripts run, page %s shows its own title and not that of another page that shares the texts of %s',
  (page, area, title, note) => {
    const { en } = readPageWords(page, area, 'console');
    expect(en.title).toBe(title);
    if (note === undefined) expect(en.note).toBeUndefined();
    else expect(en.note).toContain(note);
  },
);
