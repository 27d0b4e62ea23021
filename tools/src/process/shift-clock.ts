import { readFileSync } from 'node:fs';

/**
 * Preloaded into a gateway (`node --import`): shifts its wall clock by the milliseconds in the file named by
 * CLOCK_SHIFT_FILE. Timers and `performance` use the monotonic clock, which a jump of the system clock does
 * not change either.
 */
const file = process.env['CLOCK_SHIFT_FILE'] ?? '';
const LOOK_EVERY_MS = 20;
const RealDate = Date;
let shiftMs = 0;

const look = () => {
  try {
    shiftMs = Number(readFileSync(file, 'utf8'));
  } catch {
    shiftMs = 0;
  }
};
look();
setInterval(look, LOOK_EVERY_MS).unref();

class ShiftedDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
