import type { Redemption } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { toCodesFile } from './to-codes-file.ts';

const code = (fields: Partial<Redemption>): Redemption => ({
  id: 1,
  name: 'spring',
  quota: 500_000,
  key: 'abc',
  key_unreadable: false,
  status: 1,
  created_time: 0,
  user_id: 1,
  used_user_id: 0,
  redeemed_time: 0,
  ...fields,
});
const texts = {
  titles: ['ID', 'Name'],
  money: (quota: number) => `$${quota / 500_000}`,
  status: String,
};

test('each code has its row; names that a spreadsheet would execute or split are escaped', async () => {
  const file = toCodesFile([code({}), code({ id: 2, name: '=1+1,"x"', used_user_id: 7 })], texts);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  const [head, first, second] = (await file.text()).split('\r\n');
  expect(head).toContain('ID,Name');
  expect(first).toMatch(/^1,spring,abc,\$1,1,[\d-]{10} [\d:]{8},$/);
  expect(second).toMatch(/^2,"'=1\+1,""x""",abc,.*,7$/);
  const wide = await toCodesFile([code({ name: '＝1+1' }), code({ name: 'a;=1' })], texts).text();
  expect(wide).toMatch(/\r\n1,'＝1\+1,abc,.*\r\n1,"a;=1",abc,/s);
});
