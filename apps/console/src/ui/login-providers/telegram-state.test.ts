import { expect, test } from 'vitest';
import { endTelegram, telegramState } from './telegram-state.ts';

/** What a browser keeps. */
function browser() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

const proof = { id: '7', auth_date: '1', hash: 'ab' };

test('what Telegram signed is taken where this browser began, once, without the state', () => {
  const mine = browser();
  const state = telegramState(mine);
  expect(telegramState(mine)).toBe(state);
  expect(endTelegram({ ...proof, state }, mine)).toEqual(proof);
  expect(endTelegram({ ...proof, state }, mine)).toBeUndefined();
});

test('a link that somebody else made with the own proof binds nothing here', () => {
  const [mine, attacker] = [browser(), browser()];
  expect(endTelegram(proof, mine)).toBeUndefined();
  expect(endTelegram({ ...proof, state: '' }, mine)).toBeUndefined();
  telegramState(mine);
  expect(endTelegram({ ...proof, state: telegramState(attacker) }, mine)).toBeUndefined();
  telegramState(mine);
  expect(endTelegram(proof, mine)).toBeUndefined();
});
