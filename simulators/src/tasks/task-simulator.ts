import type { SimulatorServer } from '../simulator-server.ts';

export interface TaskSimulatorOptions {
  /** What callers must know; anything will do without it. */
  secret?: string;
  /** What tasks follow. */
  nowMs: () => number;
  port?: number;
}

/** A service that makes something over time, on a real socket. */
export interface TaskSimulator extends SimulatorServer {
  /** Its tasks, oldest first. */
  ids(): string[];
  /** Lets a task be so from now on, whatever time it is. */
  decide(id: string, status: string, failReason?: string): void;
  forget(id: string): void;
}

/** The object in a body; an empty one where there is none. */
export function readBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
