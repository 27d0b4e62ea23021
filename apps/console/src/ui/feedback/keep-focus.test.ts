import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <section aria-label="Devices">
        <div role="region" tabindex="0"><p><button id="delete">Delete</button></p></div>
        <div><button id="other">Other</button></div>
      </section>
      <button id="outside">Outside</button>
    </main>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
/** Observers run once the current task is over. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the focus of a row that is deleted moves to its table, and without a table to its section', async () => {
  find('#delete').focus();
  find('p').remove();
  await settled();
  expect(document.activeElement).toBe(find('[role=region]'));
  find('#other').focus();
  find('#other').remove();
  await settled();
  expect(document.activeElement).toBe(find('section'));
});

test('a button that was disabled while its call ran has the focus again', async () => {
  const button = find('#outside') as HTMLButtonElement;
  button.focus();
  button.disabled = true;
  button.blur();
  await settled();
  button.disabled = false;
  await settled();
  expect(document.activeElement).toBe(button);
});

test('what was left by a click does not take the focus', async () => {
  find('#delete').focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  find('#delete').blur();
  find('p').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

test('a dialog that is gone leads back to the button that opened it, and from there to the place of its row', async () => {
  const opener = find('#delete') as HTMLButtonElement;
  opener.focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button>Yes</button></div>');
  find('[role=dialog] button').focus();
  opener.disabled = true;
  find('[role=dialog]').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
  find('p').remove();
  await settled();
  expect(document.activeElement).toBe(find('[role=region]'));
});

test('a button whose row has been replaced by another is not focused again', async () => {
  const row = find('p');
  row.dataset['rowId'] = '1';
  find('#delete').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button>Yes</button></div>');
  find('[role=dialog] button').focus();
  row.dataset['rowId'] = '2';
  find('[role=dialog]').remove();
  await settled();
  expect(document.activeElement).toBe(find('[role=region]'));
});
