import { fireEvent, screen } from '@testing-library/react';
import { OPENAPI_PATH } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ApiReference } from './api-reference.tsx';

const operation = (operationId: string, tag: string) => ({
  operationId,
  summary: `Summary of ${operationId}`,
  tags: [tag],
  'x-access': 'user',
  responses: {},
});
const paths = {
  '/api/token/': { get: operation('listTokens', 'token') },
  '/api/log/': { get: operation('listLogs', 'log') },
};

async function open(hash = '') {
  fakeServer({ [`GET ${OPENAPI_PATH}`]: () => Response.json({ paths }) });
  await renderAt(`/docs/api${hash}`, () => <ApiReference site="https://site.test" />, '/docs/api');
  await screen.findByText('/api/token/');
}

/** The paths that are visible without opening anything. */
const shownPaths = () =>
  ['/api/token/', '/api/log/'].filter(
    (path) => screen.getByText(path).closest('.fold')?.hasAttribute('open') ?? false,
  );

test('subjects are folded until a filter matches something in them', async () => {
  await open();
  expect(shownPaths()).toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: text('docs.api.filter') }), {
    target: { value: 'listTokens' },
  });
  expect(screen.queryByText('/api/log/')).toBeNull();
  expect(screen.getByText('/api/token/').closest('.fold')?.hasAttribute('open')).toBe(true);
});

test('a link to an endpoint opens its subject and itself, and nothing else', async () => {
  await open('#listLogs');
  expect(shownPaths()).toEqual(['/api/log/']);
  const opened = document.querySelectorAll('details.docs-operation[open]');
  expect([...opened].map(({ id }) => id)).toEqual(['listLogs']);
});
