import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { QuotaField } from './quota-field.tsx';

test.each([
  ['1$', 500_000, 500_000],
  ['10$', 500_000, 5_000_000],
  ['50$', 500_000, 25_000_000],
  ['100$', 500_000, 50_000_000],
  ['500$', 500_000, 250_000_000],
  ['1000$', 500_000, 500_000_000],
  ['10$', 250_000, 2_500_000],
])('offers %s, where a dollar is %d quota, as %d quota', async (label, unit, quota) => {
  localStorage.setItem('quota_per_unit', String(unit));
  fakeServer();
  let chosen: number | string = '';
  await renderAt('/', () => {
    const [value, setValue] = useState<number | string>('');
    chosen = value;
    return <QuotaField label="amount" value={value} onChange={setValue} />;
  });
  fireEvent.click(await screen.findByRole('radio', { name: label }));
  await waitFor(() => expect(chosen).toBe(quota));
});
