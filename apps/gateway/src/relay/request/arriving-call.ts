import { AppError } from '../../platform/app-error.ts';
import { FastPathRequest } from '../../platform/http-server/fast-path-request.ts';
import type { Interruptible } from '../attempt/running-calls.ts';
import type { RelayRequest } from '../relay-call.ts';

type ArrivingRequest = Pick<RelayRequest, 'request' | 'response' | 'refuseBody'>;

/** A call whose body has not all arrived: nobody knows whether it will, so no shutdown waits for it. */
export class ArrivingCall implements Interruptible {
  runningSlot = -1;
  readonly #incoming: ArrivingRequest;

  constructor(incoming: ArrivingRequest) {
    this.#incoming = incoming;
  }

  /** Refuses it where its body is still read as a whole; an upload that is passed on is broken off. */
  interrupt(): void {
    const { request, response, refuseBody } = this.#incoming;
    if (request.complete || response.headersSent) return;
    response.shouldKeepAlive = false;
    const error = new AppError('relay_restarting');
    // A request of the fast path refuses by itself: what would remember it here would keep its body, too.
    if (request instanceof FastPathRequest && request.isReading) request.refuse(error);
    else if (refuseBody) refuseBody(error);
    else response.destroy();
  }
}
