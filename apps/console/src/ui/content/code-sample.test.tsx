import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { CodeSample, type CodeSampleProps } from './code-sample.tsx';

const SECRET = `sk-${'a'.repeat(44)}9fQ2`;

async function show(props: Partial<CodeSampleProps>): Promise<{ copies: string[] }> {
  localStorage.removeItem('sample_tab');
  fakeServer({ 'GET /api/status': () => ({ server_address: 'https://gate.example/' }) });
  const copies: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (code) => {
    copies.push(code);
  });
  await renderAt('/', () => <CodeSample model="gpt-4o" {...props} />);
  await screen.findByText(/gate\.example\/v1/);
  return { copies };
}

const code = () => screen.getByRole('region').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a key is masked in code on screen, and complete in what "Copy with key" copies', async () => {
  const { copies } = await show({ secret: SECRET });
  expect(code()).toContain('sk-••••9fQ2');
  expect(code()).not.toContain(SECRET);
  press(text('ui.code.copyWithKey'));
  await waitFor(() => expect(copies).toHaveLength(1));
  expect(copies[0]).toContain(`Bearer ${SECRET}`);
});

test('a key that the page does not have is fetched only when code is copied', async () => {
  const loadSecret = vi.fn<() => Promise<string>>(async () => SECRET);
  const { copies } = await show({ loadSecret, masked: 'sk-••••9fQ2' });
  expect(loadSecret).not.toHaveBeenCalled();
  expect(code()).toContain('sk-••••9fQ2');
  press(text('ui.code.copyWithKey'));
  await waitFor(() => expect(copies[0]).toContain(SECRET));
});

test('if the key cannot be fetched, nothing is copied', async () => {
  const loadSecret = vi.fn<() => Promise<undefined>>(async () => undefined);
  const { copies } = await show({ loadSecret });
  press(text('ui.code.copyWithKey'));
  await waitFor(() => expect(loadSecret).toHaveBeenCalledOnce());
  expect(copies).toEqual([]);
});

test('the selected tab is remembered for every code sample', async () => {
  await show({});
  fireEvent.click(screen.getByRole('tab', { name: 'Claude Code' }));
  await waitFor(() => expect(code()).toContain('ANTHROPIC_BASE_URL="https://gate.example"'));
  expect(localStorage.getItem('sample_tab')).toBe('"Claude Code"');
});

test('code uses the selected dialect, and the button says "Copy" if there is no key to fill in', async () => {
  const { copies } = await show({ dialects: true });
  fireEvent.click(screen.getByRole('radio', { name: 'Anthropic' }));
  await waitFor(() => expect(code()).toContain('https://gate.example/v1/messages'));
  press(text('ui.copy'));
  await waitFor(() => expect(copies[0]).toContain('x-api-key: sk-…'));
});
