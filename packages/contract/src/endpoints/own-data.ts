import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** One line of what belongs to a user. */
const ownDataLine = z.object({
  kind: z.enum([
    'profile',
    'passkey',
    'session',
    'subscription',
    'key',
    'order',
    'balance_change',
    'sign_in',
    'log',
  ]),
  /** As the calls that list such rows answer it, without secrets. */
  row: z.record(z.string(), z.unknown()),
});

export const ownDataEndpoints = {
  exportOwnData: endpoint({
    method: 'GET',
    path: '/api/user/self/data',
    access: 'user',
    summary: 'Everything that belongs to you, as lines of JSON; needs a confirmed session',
    streams: 'lines',
    data: ownDataLine,
  }),
};
