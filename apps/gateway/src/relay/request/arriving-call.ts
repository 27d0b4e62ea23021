import { AppError } from '../../platform/app-error.ts';
import { FastPathRequest } from '../../platform/http-server/fast-path-request.ts';
import type { Interruptible } from '../attempt/running-calls.ts';
import type { RelayRequest } from '../relay-call.ts';

type ArrivingRequest = Pick<RelayRequest, 'request' | 'response' | 'refuseBody'>;

/** A call whose body is still arriving: a shutdown does not wait for it, as it may never be complete. */
export class ArrivingCall implements Interruptible {
  runningSlot = -1;
  readonly #incoming: ArrivingRequest;

  constructor(incoming: ArrivingRequest) {
    this.#incoming = incoming;
  }

  /** Refuses the call if its body is being read as a whole; aborts an upload that is being forwarded. */
  interrupt(): void {
    const { request, response, refuseBody } = this.#incoming;
    if (request.complete || response.headersSent) return;
    response.shouldKeepAlive = false;
    const error = new AppError('relay_restarting');
    // A fast-path request refuses by itself: a callback kept here would also keep its body alive.
    if (request instanceof FastPathRequest && request.isReading) request.refuse(error);
    else if (refuseBody) refuseBody(error);
    else response.destroy();
  }
}
