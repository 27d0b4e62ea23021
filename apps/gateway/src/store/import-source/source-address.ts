import { connect, Socket } from 'node:net';
import {
  AddressNotAllowed,
  createGuardedLookup,
  isHostAllowed,
} from '../../platform/ssrf-guard.ts';

/** Decides which addresses are allowed; undefined if an operator on the server specifies it. */
export interface SourceGuard {
  allowPrivate: boolean;
}

/** The parts of an address entered in the console; everything else in it is ignored. */
export interface SourceAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Undefined: no TLS. */
  ssl: { rejectUnauthorized: boolean } | undefined;
}

/**
 * Parses an address; files, sockets and settings that it may also contain are ignored. Throws
 * AddressNotAllowed.
 */
export function readSourceAddress(
  address: string,
  port: number,
  { allowPrivate }: SourceGuard,
): SourceAddress {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '' || !isHostAllowed(host, allowPrivate)) throw new AddressNotAllowed(host);
  const { searchParams } = url;
  const mode = searchParams.get('sslmode') ?? searchParams.get('tls') ?? '';
  return {
    host,
    port: Number(url.port) || port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: ['', 'disable', 'false', 'prefer'].includes(mode)
      ? undefined
      : { rejectUnauthorized: ['verify-full', 'verify-ca', 'true'].includes(mode) },
  };
}

/** Connects to an address, unless its name resolves to a refused one. */
export function connectGuarded(
  { host, port }: Pick<SourceAddress, 'host' | 'port'>,
  { allowPrivate }: SourceGuard,
): Socket {
  return connect({ host, port, lookup: createGuardedLookup(allowPrivate) });
}

/** A socket for a library to connect, whose name lookups are guarded. */
export class GuardedSocket extends Socket {
  readonly #target: Pick<SourceAddress, 'host' | 'port'>;
  readonly #guard: SourceGuard;

  constructor(target: Pick<SourceAddress, 'host' | 'port'>, guard: SourceGuard) {
    super();
    this.#target = target;
    this.#guard = guard;
  }

  override connect(): this {
    const { host, port } = this.#target;
    return super.connect({ host, port, lookup: createGuardedLookup(this.#guard.allowPrivate) });
  }
}
