import type { SimulatorRequest, SimulatorResponse } from '../simulator-server.ts';

/** Somebody with an account at a login provider. */
export interface Person {
  /** What the provider knows them by: a number or a text; anything else in tests of nonsense. */
  subject: unknown;
  username?: string;
  name?: string;
  /** Further members that the provider reports of them. */
  more?: Record<string, unknown>;
}

/** What a provider may do instead of answering as it should. */
export const LOGIN_FAULTS = ['status 503', 'a page', 'no object', 'a flood', 'silence'] as const;
export type LoginFault = (typeof LOGIN_FAULTS)[number];

/** A login provider for one client. */
export interface LoginSimulator {
  /** Environment of a gateway that shall find it. */
  env: Readonly<Record<string, string>>;
  /** Options of a gateway that is its client; the switch left out. */
  options: Readonly<Record<string, string>>;
  /** What stands before the subject of each account here. */
  subjectPrefix?: string;
  /**
   * What somebody brings along to the gateway: the query of its login route. Of OAuth, after consent
   * at `authorizationUrl`; throws where that is wrong. `now` is in seconds.
   */
  prove(person: Person, at: { authorizationUrl: string; now: number }): Record<string, string>;
  /** Misbehaves until it is undefined again. Absent where the gateway sends it no request. */
  fail?(fault: LoginFault | undefined): void;
  close(): Promise<void>;
}

/** A request handler with a fault that can be switched on. */
export function faulty(respond: (call: SimulatorRequest) => SimulatorResponse): {
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
