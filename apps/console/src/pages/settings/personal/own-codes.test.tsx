import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { OwnCodes } from './own-codes.tsx';

const OWN = '/api/user/self/registration-codes';

test('if registration needs a code, a user creates one, gets its link and sees its state', async () => {
  let items: object[] = [];
  fakeServer({
    'GET /api/status': () => ({ registration_code_required: true }),
    [`GET ${OWN}`]: () => ({ items, left: 1 - items.length }),
    [`POST ${OWN}`]: () => {
      items = [{ id: 1, tail: 'wxyz', state: 'usable', expires_at: 0 }];
      return 'abcdwxyz';
    },
  });
  await renderAt('/setting', OwnCodes);
  fireEvent.click(await screen.findByRole('button', { name: text('personal.ownCodes.add') }));
  const link = await screen.findByLabelText<HTMLTextAreaElement>(text('personal.invitation.link'));
  expect(link.value).toMatch(/\/register\?invite=abcdwxyz$/);
  for (const button of screen.getAllByRole('button', { name: text('ui.close') }).slice(0, 1))
    fireEvent.click(button);
  await screen.findByText('…wxyz');
  await screen.findByText(text('personal.ownCodes.usable'));
  const add = screen.getByRole<HTMLButtonElement>('button', {
    name: text('personal.ownCodes.add'),
  });
  expect(add.disabled).toBe(true);
});

test('if registration needs no code, nothing is fetched or shown', async () => {
  const server = fakeServer({
    'GET /api/status': () => ({ registration_code_required: false }),
  });
  await renderAt('/setting', () => (
    <section data-testid="codes">
      <OwnCodes />
    </section>
  ));
  const container = await screen.findByTestId('codes');
  expect(container.textContent).toBe('');
  expect(server.requests.some(({ route }) => route.endsWith(OWN))).toBe(false);
});
