import type { SimulatorServer } from '../simulator-server.ts';

export interface TaskSimulatorOptions {
  /** The secret callers must send; if absent, anything is accepted. */
  secret?: string;
  /** The clock that tasks progress with. */
  nowMs: () => number;
  port?: number;
}

/** A service on a real socket that works on tasks over time. */
export interface TaskSimulator extends SimulatorServer {
  /** Returns the ids of its tasks, oldest first. */
  ids(): string[];
  /** Fixes the status of a task from now on, regardless of the clock. */
  decide(id: string, status: string, failReason?: string): void;
  forget(id: string): void;
}

/** Returns the object in a body; an empty one if there is none. */
export function readBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
