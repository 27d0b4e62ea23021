import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { HomePage } from './page.tsx';

beforeEach(() => localStorage.clear());

test.each([
  ['no text', () => ''],
  ['a text that could not be read', () => failure(500, 'no')],
])('with %s the default home page is shown, with a login link', async (_case, content) => {
  fakeServer({ 'GET /api/home_page_content': content });
  await renderAt('/', HomePage);
  expect(
    (await screen.findAllByRole('link', { name: text('login.submit') })).length,
  ).toBeGreaterThan(0);
});

/** The home page of a site with these models, by name: the groups that may call each. */
async function openWith(groupsOf: Record<string, readonly string[]>) {
  const data = Object.entries(groupsOf).map(([name, groups]) => ({
    model_name: name,
    quota_type: 0,
    model_ratio: 1,
    completion_ratio: 1,
    enable_groups: groups,
  }));
  fakeServer({
    'GET /api/home_page_content': () => '',
    'GET /api/pricing': () =>
      Response.json({
        success: true,
        message: '',
        data,
        group_ratio: { default: 1, vip: 1 },
        user_group: ['default'],
      }),
  });
  await renderAt('/', HomePage);
  await screen.findByText(text('home.models.all', { count: data.length }));
}

test('the first call on the home page is to a chat model that the visitor’s group may call', async () => {
  await openWith({ 'bge-m3-embed': ['default'], 'a-chat': ['vip'], 'deepseek-chat': ['default'] });
  expect(document.querySelector('.home-sample')?.textContent).toContain('"model": "deepseek-chat"');
});

test('without models for the visitor’s group, the home page shows no empty table', async () => {
  await openWith({ 'a-chat': ['vip'] });
  expect(document.querySelector('.home-table')).toBeNull();
});
