import { describe, expect, test } from 'vitest';
import { handwrittenText } from './handwritten-text.ts';
import { findIn } from './testing/find-in.ts';

const find = (jsx: string, path = 'apps/console/src/pages/a/page.tsx') =>
  findIn(handwrittenText, path, jsx);

describe('hard-coded texts', () => {
  test.each([
    'const a = <b>Save</b>;',
    "const a = <b>{'Save'}</b>;",
    "const a = <b>{done ? 'Saved' : t('x')}</b>;",
    'const a = <b>{`${count} keys`}</b>;',
    "const a = <b>{name ?? 'nobody'}</b>;",
    'const a = <Input label="Name" />;',
    "const a = <Input placeholder={wide ? 'Search' : t('x')} />;",
    'const a = <button aria-label="Close" />;',
    "const a = { key: 'name', header: 'Name' };",
    "toast('保存');",
    'const a = <b>保存</b>;',
  ])('%s is found', (jsx) => {
    expect(find(jsx)).toHaveLength(1);
  });

  test.each([
    "const a = <b>{t('save')}</b>;",
    "const a = <b>{t(done ? 'saved' : 'save')}</b>;",
    'const a = <b> · {count} / 10 </b>;',
    'const a = <Input label={t("name")} name="name" autoComplete="username" />;',
    'const a = <b data-align="end" className="tabular" style={{ color: "red" }} />;',
    "const a = { key: 'name', header: t('name') };",
    "if (kind === 'call') run();",
  ])('%s is fine', (jsx) => {
    expect(find(jsx)).toEqual([]);
  });

  test('the reported line is that of the words, not of the whitespace before them', () => {
    expect(find('const a = (\n  <b>\n    Save\n  </b>\n);')).toEqual(['3 text by hand: Save']);
  });

  test('only components of the console are checked', () => {
    expect(find('const a = <b>Save</b>;', 'e2e/src/a.tsx')).toEqual([]);
  });
});
