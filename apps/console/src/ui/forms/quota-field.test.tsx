import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { QuotaField } from './quota-field.tsx';

test.each([500_000, 250_000])(
  'an offered amount is worth what it says where a dollar is %d quota',
  async (unit) => {
    localStorage.setItem('quota_per_unit', String(unit));
    fakeServer();
    let chosen: number | string = '';
    await renderAt('/', () => {
      const [value, setValue] = useState<number | string>('');
      chosen = value;
      return <QuotaField label="amount" value={value} onChange={setValue} />;
    });
    fireEvent.click(await screen.findByRole('radio', { name: '$10' }));
    await waitFor(() => expect(chosen).toBe(10 * unit));
    expect((screen.getByLabelText('amount') as HTMLInputElement).value).toBe('$10.00');
  },
);
