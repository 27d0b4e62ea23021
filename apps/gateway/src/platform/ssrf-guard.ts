import ipaddr from 'ipaddr.js';
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';

/**
 * SSRF guard. Cloud metadata services, which hand out credentials, are never reachable, whatever the
 * operator allows; here are those outside the link-local range, which is refused as a whole.
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

/** The interface of an IPv6 address. Sockets take names that address parsers don't, and go there all the same. */
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

/** Where the IPv4 address stands inside an IPv6 one: behind a NAT64 prefix, and of 6to4. */
const EMBEDDED: Readonly<Record<string, readonly [number, number]>> = {
  rfc6052: [12, 16],
  '6to4': [2, 6],
};

/** IPv4 addresses in their first, deprecated form (RFC 4291, 2.5.5.1), which no range tells. */
const COMPATIBLE: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('::'), 96];

/** The IPv4 address that packets to an IPv6 one end at, where it only carries one. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const range = address.range();
  const isCompatible =
    range === 'unicast' &&
    address.kind() === 'ipv6' &&
    (address as ipaddr.IPv6).match(...COMPATIBLE);
  const place = isCompatible ? EMBEDDED['rfc6052'] : EMBEDDED[range];
  return place === undefined
    ? address
    : ipaddr.fromByteArray(address.toByteArray().slice(place[0], place[1]));
}

export class AddressNotAllowed extends Error {
  /** Refused whatever the operator allows, as metadata services are. */
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
 * A `lookup` for sockets that only ever answers allowed addresses, so that the address that was
 * checked is the one that is connected to (no rebinding between check and use).
 */
export function createGuardedLookup(allowPrivate: boolean) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
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

/** Whether a URL may be called at all: http or https, no credentials, and not an address that is refused. */
export function isUrlAllowed(url: URL, allowPrivate: boolean): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '') return false;
  return isHostAllowed(url.hostname, allowPrivate);
}

/** Whether a host may be called as far as can be told without looking its name up. */
export function isHostAllowed(hostname: string, allowPrivate: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(ZONE, '');
  if (/(^|\.)localhost\.?$/i.test(host)) return allowPrivate;
  return ipaddr.isValid(host) ? isAddressAllowed(host, allowPrivate) : true;
}

/** Throws AddressNotAllowed for a host that is or leads to a refused address. Names that nobody knows here pass. */
export async function refusePrivateHost(hostname: string, allowPrivate: boolean): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isHostAllowed(host, allowPrivate)) throw new AddressNotAllowed(host);
  const lookup = createGuardedLookup(allowPrivate);
  const error = await new Promise((resolve) => lookup(host, {}, resolve));
  if (error instanceof AddressNotAllowed) throw error;
}
