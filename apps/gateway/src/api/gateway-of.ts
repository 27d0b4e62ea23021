import type { IncomingMessage } from 'node:http';
import type { Services } from './context.ts';

const bound = new WeakMap<IncomingMessage, Services>();

/** Says which gateway a request came to: all gateways of a process share the routes. */
export function bindGateway(request: IncomingMessage, services: Services): void {
  bound.set(request, services);
}

/** Returns the services of the gateway that a request came to. */
export function gatewayOf({ raw }: { raw: IncomingMessage }): Services {
  return bound.get(raw) as Services;
}
