import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { UserSettings } from './user-settings.tsx';

const me = {
  id: 1,
  username: 'me',
  role: 1,
  status: 1,
  group: 'default',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  aff_code: '',
};

/** Opens a user's settings and returns the headings that were scrolled to. */
async function open(query: string) {
  const scrolled: (string | null | undefined)[] = [];
  const spy = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(
    this: Element,
  ) {
    scrolled.push(this.querySelector('h2')?.textContent);
  });
  onTestFinished(() => spy.mockRestore());
  fakeServer({
    'GET /api/user/self': () => me,
    'GET /api/user/self/sign_ins': () => page([]),
    'GET /api/user/self/sessions': () => [],
  });
  await renderAt(`/setting${query}`, UserSettings);
  await screen.findByRole('heading', { name: text('personal.signIns.title') });
  return scrolled;
}

const list = () => within(screen.getByRole('navigation', { name: text('setting.tabs.personal') }));

test('a user’s settings have a list of their sections, which leads to each without hiding the others', async () => {
  const scrolled = await open('');
  expect(scrolled).toEqual([]);
  fireEvent.click(list().getByRole('link', { name: text('personal.sections.signIns') }));
  expect(scrolled).toEqual([text('personal.signIns.title')]);
  expect(screen.getByRole('heading', { name: text('personal.sections.account') })).toBeTruthy();
});

test('a link to a section opens the settings there', async () => {
  expect(await open('?section=security')).toEqual([text('personal.sections.security')]);
});
