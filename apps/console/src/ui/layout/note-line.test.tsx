import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../../test-support/render-at.tsx';
import { Age } from '../display/age.tsx';
import { NoteLine } from './note-line.tsx';

test('a note is a text of its own, so that it does not change when the facts about its data arrive', async () => {
  await renderAt('/', () => (
    <NoteLine
      note="What it is for"
      facts={[null, 'Group default', <Age key="age" atMs={Date.UTC(2026, 10, 23)} />]}
    />
  ));
  const note = await screen.findByText('What it is for');
  expect(note.childElementCount).toBe(0);
  // A space keeps a screen reader from joining the words of both.
  expect(note.parentElement?.textContent).toMatch(/^What it is for Group default updated /);
  const facts = [...document.querySelectorAll('.note-fact')];
  expect(facts.map((fact) => fact.textContent.trim().slice(0, 7))).toEqual(['Group d', 'updated']);
});
