import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Redemption } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { RedemptionForm } from './form.tsx';

test.each([
  ['name', true],
  ['idempotency_key', false],
])(
  'a refusal that names the field %s is shown there only if the form has it',
  async (field, isIn) => {
    fakeServer({
      'POST /api/redemption/': () =>
        Response.json(
          { success: false, message: 'refused', code: 'invalid_parameter', field },
          { status: 400 },
        ),
    });
    const none = vi.fn<() => void>();
    await renderAt('/redemption', () => (
      <RedemptionForm redemption={undefined} close={none} created={none} />
    ));
    const submit = text('redemptions.form.make');
    fireEvent.click(await screen.findByRole('button', { name: submit }));
    await screen.findByText('refused');
    const name = screen.getByLabelText(text('redemptions.form.name'));
    expect(name.getAttribute('aria-invalid') === 'true').toBe(isIn);
  },
);

test('that the quota of a sold code can’t change is said at the quota', async () => {
  fakeServer({
    'PUT /api/redemption/': () => failure(200, 'an agent bought it', 'redemption_sold'),
  });
  const redemption = { id: 1, name: 'gift', quota: 500_000 } as Redemption;
  const none = vi.fn<() => void>();
  await renderAt('/redemption', () => (
    <RedemptionForm redemption={redemption} close={none} created={none} />
  ));
  const submit = text('redemptions.form.submit');
  fireEvent.click(await screen.findByRole('button', { name: submit }));
  await screen.findByText('an agent bought it');
  const quota = screen.getByLabelText(text('redemptions.form.quota'));
  await waitFor(() => expect(document.activeElement).toBe(quota));
  expect(quota.getAttribute('aria-invalid')).toBe('true');
  expect(none).not.toHaveBeenCalled();
});
