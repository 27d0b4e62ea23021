import type { SimulatorRequest, SimulatorResponse } from '../simulator-server.ts';

/** A user with an account at a login provider. */
export interface Person {
  /** The provider's id for them: a number or a string; anything else in tests of invalid data. */
  subject: unknown;
  username?: string;
  name?: string;
  /** Further members reported by the provider. */
  more?: Record<string, unknown>;
  /** The status of the response about them, 200 by default. */
  status?: number;
}

/** Faults of a provider. */
export const LOGIN_FAULTS = ['status 503', 'a page', 'no object', 'a flood', 'silence'] as const;
export type LoginFault = (typeof LOGIN_FAULTS)[number];

/** A login provider for one client. */
export interface LoginSimulator {
  /** Environment of a gateway that uses it. */
  env: Readonly<Record<string, string>>;
  /** Options of a gateway that is its client, except the switch. */
  options: Readonly<Record<string, string>>;
  /** Prefix of every account's subject here. */
  subjectPrefix?: string;
  /**
   * Returns the query with which a user comes to the gateway's login route. For OAuth, after consent at
   * `authorizationUrl`; throws if that is wrong. `now` is in seconds.
   */
  prove(person: Person, at: { authorizationUrl: string; now: number }): Record<string, string>;
  /** Misbehaves until called with undefined. Absent if the gateway sends it no request. */
  fail?(fault: LoginFault | undefined): void;
  close(): Promise<void>;
}

/** Wraps a request handler with a fault that can be switched on. */
export function withSwitchableFault(respond: (call: SimulatorRequest) => SimulatorResponse): {
  respond(call: SimulatorRequest): SimulatorResponse | Promise<SimulatorResponse>;
  fail(fault: LoginFault | undefined): void;
} {
  let fault: LoginFault | undefined;
  const responses: Readonly<Record<Exclude<LoginFault, 'silence'>, SimulatorResponse>> = {
    'status 503': { status: 503, body: { message: 'maintenance' } },
    'a page': { body: '<html>maintenance</html>' },
    'no object': { body: ['maintenance'] },
    'a flood': { body: { message: 'x'.repeat(1024 * 1024) } },
  };
  return {
    respond: (call) =>
      fault === undefined
        ? respond(call)
        : fault === 'silence'
          ? new Promise(() => undefined)
          : responses[fault],
    fail(next) {
      fault = next;
    },
  };
}
