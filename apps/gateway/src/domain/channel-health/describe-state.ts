import type { ChannelState, SeenFault } from './channel-state.ts';
import type { CircuitBreaker, CircuitBreakerState } from './circuit-breaker.ts';
import type { OutcomeSums } from './outcome-window.ts';

/** A breaker as an administrator sees it. */
export interface CircuitView {
  name: string;
  state: CircuitBreakerState;
  /** Milliseconds since 1970; 0 while closed. */
  until_ms: number;
  failures_in_a_row: number;
}

export interface FaultView {
  at_ms: number;
  what: string;
  model: string;
}

/** What this node has recorded about a channel. Never reveals a key. */
export interface ChannelHealthView {
  id: number;
  name: string;
  state: CircuitBreakerState;
  until_ms: number;
  failures_in_a_row: number;
  last_minute: OutcomeSums;
  /** Running mean of the milliseconds to the first byte; 0 before the first response. */
  answer_ms: number;
  last_fault: FaultView | undefined;
  /** Models that have failed recently. */
  models: CircuitView[];
  /** Keys that have failed recently, by fingerprint; `dead` ones were permanently refused. */
  keys: (CircuitView & { dead: boolean; fault: FaultView | undefined })[];
  key_count: number;
}

/** Describes the state of one channel in the console's terms. */
export function describeState(state: ChannelState, nowMs: number): ChannelHealthView {
  const { channel, channelBreaker, lastFault } = state;
  const { name: _name, ...breaker } = describeCircuit('', channelBreaker, nowMs);
  return {
    id: channel.id,
    name: channel.name,
    ...breaker,
    last_minute: state.window.sums(nowMs),
    answer_ms: Math.round(state.responseMs),
    last_fault: lastFault && describeFault(lastFault),
    models: [...state.modelBreakers].map(([name, held]) => describeCircuit(name, held, nowMs)),
    keys: [...state.keyBreakers].map(([name, held]) => {
      const fault = state.keyFaults.get(name);
      return {
        ...describeCircuit(name, held, nowMs),
        dead: state.deadKeys.has(name),
        fault: fault && describeFault(fault),
      };
    }),
    key_count: Math.max(1, channel.variants.length),
  };
}

function describeCircuit(name: string, breaker: CircuitBreaker, nowMs: number): CircuitView {
  return {
    name,
    state: breaker.state(nowMs),
    until_ms: breaker.untilMs,
    failures_in_a_row: breaker.failuresInARow,
  };
}

const describeFault = ({ atMs, what, model }: SeenFault): FaultView => ({
  at_ms: atMs,
  what,
  model,
});
