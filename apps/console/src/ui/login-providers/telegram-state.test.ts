import { expect, test } from 'vitest';
import { endTelegram, telegramState } from './telegram-state.ts';

/** Fakes a browser's storage. */
function browser() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

const proof = { id: '7', auth_date: '1', hash: 'ab' };

test("Telegram's signed data is accepted once in the browser that started the login, without the state", () => {
  const mine = browser();
  const state = telegramState(mine);
  expect(telegramState(mine)).toBe(state);
  expect(endTelegram({ ...proof, state }, mine)).toEqual(proof);
  expect(endTelegram({ ...proof, state }, mine)).toBeUndefined();
});

test('a link that an attacker made with their own proof links nothing here', () => {
  const [mine, attacker] = [browser(), browser()];
  expect(endTelegram(proof, mine)).toBeUndefined();
  expect(endTelegram({ ...proof, state: '' }, mine)).toBeUndefined();
  telegramState(mine);
  expect(endTelegram({ ...proof, state: telegramState(attacker) }, mine)).toBeUndefined();
  telegramState(mine);
  expect(endTelegram(proof, mine)).toBeUndefined();
});
