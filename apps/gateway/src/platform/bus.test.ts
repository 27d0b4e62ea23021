import { describe, expect, test } from 'vitest';
import { type Change, createLocalBus } from './bus.ts';

describe('the bus', () => {
  const open = () => {
    const errors: unknown[] = [];
    const received: Change[] = [];
    const bus = createLocalBus((error) => errors.push(error));
    bus.subscribe((change) => {
      received.push(change);
    });
    return { bus, heard: received, errors };
  };

  test('a change is delivered unchanged when none before it was missed', async () => {
    const { bus, heard: received } = open();
    bus.markSeen('user', 6);
    await bus.publish({ change: { topic: 'user', id: 5 }, version: 7 });
    expect(received).toEqual([{ topic: 'user', id: 5 }]);
    expect(bus.seen('user')).toBe(7);
  });

  test('a gap in the numbers makes receivers drop everything of the topic', async () => {
    const { bus, heard: received } = open();
    await bus.publish({ change: { topic: 'user', id: 5 }, version: 3 });
    expect(received).toEqual([{ topic: 'user' }]);
  });

  test('a late message is still delivered and never lowers the version', async () => {
    const { bus, heard: received } = open();
    await bus.deliver({ change: { topic: 'token' }, version: 9 });
    await bus.deliver({ change: { topic: 'token', keyHash: 'x' }, version: 8 });
    expect(received).toEqual([{ topic: 'token' }, { topic: 'token', keyHash: 'x' }]);
    expect(bus.seen('token')).toBe(9);
  });

  test('a change that a receiver failed to apply is not marked as seen, and the error is reported, not thrown', async () => {
    const { bus, errors } = open();
    bus.subscribe(() => Promise.reject(new Error('no database')));
    await bus.publish({ change: { topic: 'options' }, version: 1 });
    expect(errors).toHaveLength(1);
    expect(bus.seen('options')).toBe(0);
    await expect(bus.deliver({ change: { topic: 'options' }, version: 1 })).rejects.toThrow();
  });

  test('receivers finish one change before they get the next', async () => {
    const bus = createLocalBus(() => {});
    const steps: string[] = [];
    bus.subscribe(async (change) => {
      steps.push(`begin ${change.topic}`);
      await Promise.resolve();
      steps.push(`end ${change.topic}`);
    });
    await Promise.all([
      bus.publish({ change: { topic: 'options' }, version: 1 }),
      bus.publish({ change: { topic: 'channels' }, version: 1 }),
    ]);
    expect(steps).toEqual(['begin options', 'end options', 'begin channels', 'end channels']);
  });
});
