import { describe, expect, test } from 'vitest';
import { quotaWriter } from './quota-writer.ts';
import { findIn } from './testing/find-in.ts';

const find = (text: string, path = 'apps/gateway/src/store/users-repository.ts') =>
  findIn(quotaWriter, path, text);

describe('quota writers', () => {
  test.each([
    ["db.updateTable('users').set({ quota: 5 });", '1 writes quota'],
    ["db.updateTable('users').set({ name, held: sql`held + 1` });", '1 writes held'],
    ["db.updateTable('tokens').set('remain_quota', 5);", '1 writes remain_quota'],
    ['conflict.doUpdateSet({ used_quota: 5 });', '1 writes used_quota'],
    [
      'database.prepare(`UPDATE users SET quota = quota - ? WHERE id = ?`);',
      '1 writes quota in SQL',
    ],
    ['database.exec(\'update "tokens" set "remain_quota" = 0\');', '1 writes remain_quota in SQL'],
  ])('%s is found', (text, finding) => {
    expect(find(text)).toEqual([finding]);
  });

  test.each([
    "db.updateTable('users').set({ display_name: name });",
    'sums.set(userId, { quota: 5 });',
    "db.selectFrom('users').select(['quota', 'held']);",
    'database.prepare(`UPDATE users SET status = ? WHERE quota = 0`);',
  ])('%s is fine', (text) => {
    expect(find(text)).toEqual([]);
  });

  test('the wallet itself writes them', () => {
    const text = "db.updateTable('users').set({ quota: 5 });";
    expect(find(text, 'apps/gateway/src/domain/wallet/wallet.ts')).toEqual([]);
    expect(find(text, 'apps/gateway/src/domain/referral.ts')).toEqual(['1 writes quota']);
  });
});
