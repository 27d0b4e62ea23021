import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleChannel } from '../../../test-support/sample-channel.ts';
import { text } from '../../../test-support/text.ts';
import { TagForm } from './tag-form.tsx';

test.each([
  ['name_unreadable', 'newTag'],
  ['channel_group_unknown', 'groups'],
] as const)(
  'what is refused with %s is said at its field, which has the focus',
  async (code, name) => {
    fakeServer({ 'PUT /api/channel/tag': () => failure(200, 'refused', code) });
    const none = vi.fn<() => void>();
    const row = sampleChannel({ tag: 'blue' });
    await renderAt('/channel', () => <TagForm row={row} close={none} done={none} />);
    const field = (of: string) =>
      screen.getByLabelText(text(`channels.tag.${of}`), { selector: 'input' });
    await waitFor(() => expect(document.activeElement).toBe(field('newTag')));
    fireEvent.change(field('newTag'), { target: { value: 'green' } });
    fireEvent.click(screen.getByRole('button', { name: text('ui.save') }));
    await screen.findByText('refused');
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field(name)));
    expect(none).not.toHaveBeenCalled();
  },
);
