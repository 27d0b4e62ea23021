import ipaddr from 'ipaddr.js';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { type LookupAll, sharedLookup } from './shared-lookup.ts';

/**
 * Addresses of cloud metadata services, which hand out credentials and are never reachable, whatever the
 * operator allows. Lists only those outside the link-local range, which is refused as a whole.
 */
const METADATA = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:42::42',
  'fd00:ec2::23',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/**
 * The zone of an IPv6 address. Sockets accept zones that address parsers reject, and connect all the same.
 */
const ZONE = /%.*$/s;

/**
 * Whether the gateway may open a connection to an address. Public unicast only, unless the
 * operator allows private ones; metadata services never. IPv4 inside IPv6 counts as IPv4.
 */
export function isAddressAllowed(address: string, allowPrivate: boolean): boolean {
  const [plain = ''] = address.split(ZONE);
  if (!ipaddr.isValid(plain)) return false;
  const parsed = unwrap(ipaddr.process(plain));
  if (parsed.range() === 'linkLocal' || METADATA.has(parsed.toString())) return false;
  return allowPrivate || parsed.range() === 'unicast';
}

/** Byte range of the IPv4 address inside an IPv6 one, for NAT64 and 6to4. */
const EMBEDDED: Readonly<Record<string, readonly [number, number]>> = {
  rfc6052: [12, 16],
  '6to4': [2, 6],
};

/** IPv4-compatible IPv6 addresses, deprecated (RFC 4291, 2.5.5.1), which no range covers. */
const COMPATIBLE: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('::'), 96];

/** Returns the IPv4 address that an IPv6 one embeds, if any. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const range = address.range();
  const isCompatible =
    range === 'unicast' &&
    address.kind() === 'ipv6' &&
    (address as ipaddr.IPv6).match(...COMPATIBLE);
  const byteRange = isCompatible ? EMBEDDED['rfc6052'] : EMBEDDED[range];
  return byteRange === undefined
    ? address
    : ipaddr.fromByteArray(address.toByteArray().slice(byteRange[0], byteRange[1]));
}

export class AddressNotAllowed extends Error {
  /** Refused whatever the operator allows, like metadata services. */
  readonly isNeverAllowed: boolean;

  constructor(host: string, isNeverAllowed = !isHostAllowed(host, true)) {
    super(`the address of ${host} is not allowed`);
    this.name = 'AddressNotAllowed';
    this.isNeverAllowed = isNeverAllowed;
  }
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Creates a `lookup` for sockets that returns allowed addresses only, so that the address that was checked is
 * the one connected to (no DNS rebinding between check and use).
 */
export function createGuardedLookup(allowPrivate: boolean, lookupAll: LookupAll = sharedLookup) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAddressAllowed(address, allowPrivate));
      const first = allowed[0];
      if (!first) {
        const isNever = !addresses.some(({ address }) => isAddressAllowed(address, true));
        return callback(new AddressNotAllowed(hostname, isNever), []);
      }
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** Whether a URL may be called: http or https, no credentials, and no refused address. */
export function isUrlAllowed(url: URL, allowPrivate: boolean): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '') return false;
  return isHostAllowed(url.hostname, allowPrivate);
}

/** Whether a host may be called, as far as can be judged without resolving it. */
export function isHostAllowed(hostname: string, allowPrivate: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(ZONE, '');
  if (/(^|\.)localhost\.?$/i.test(host)) return allowPrivate;
  return ipaddr.isValid(host) ? isAddressAllowed(host, allowPrivate) : true;
}

/**
 * Throws AddressNotAllowed for a host that is or resolves to a refused address. Names that cannot be resolved
 * pass.
 */
export async function refusePrivateHost(
  hostname: string,
  allowPrivate: boolean,
  lookupAll: LookupAll,
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isHostAllowed(host, allowPrivate)) throw new AddressNotAllowed(host);
  const lookup = createGuardedLookup(allowPrivate, lookupAll);
  const error = await new Promise((resolve) => lookup(host, {}, resolve));
  if (error instanceof AddressNotAllowed) throw error;
}
