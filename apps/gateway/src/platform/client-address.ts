import ipaddr from 'ipaddr.js';
import type { Socket } from 'node:net';
import type { HttpRequest } from './http-server/http-exchange.ts';
import { isAddressAllowed } from './ssrf-guard.ts';

const peers = new WeakMap<Socket, string>();

/** The peer address of a connection; read once per connection, not per call. */
function peerOf(socket: Socket): string {
  let peer = peers.get(socket);
  if (peer === undefined) peers.set(socket, (peer = normalise(socket.remoteAddress ?? '')));
  return peer;
}

/**
 * Returns the address of the caller. X-Forwarded-For counts only as far as it was written by proxies that the
 * operator configured: read from the right, the first address that is not a trusted proxy is the caller. An
 * address that anybody could forge is never trusted.
 */
export function clientAddress(
  request: Pick<HttpRequest, 'headers' | 'socket'>,
  trustedProxies: readonly string[],
): string {
  const peer = peerOf(request.socket);
  if (trustedProxies.length === 0 || !isTrusted(peer, trustedProxies)) return peer;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .filter((hop) => hop.trim() !== '')
    .map((hop) => normalise(withoutPort(hop.trim())));
  const caller = hops.findLast((hop) => !isTrusted(hop, trustedProxies)) ?? hops[0];
  // If the last trusted proxy wrote no valid address, the entries before it may be forged.
  return caller || peer;
}

const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** Some proxies append the port. */
function withoutPort(hop: string): string {
  const [, v6, v4] = WITH_PORT.exec(hop) ?? [];
  return v6 ?? v4 ?? hop;
}

/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * customer gets.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Returns the ranges in `TRUSTED_PROXIES`. */
export function trustedRanges({ TRUSTED_PROXIES }: { TRUSTED_PROXIES: string }): string[] {
  return TRUSTED_PROXIES.split(',')
    .map((range) => range.trim())
    .filter(Boolean);
}

/**
 * The network to which a connection counts; undefined for those that others may stand behind: trusted
 * proxies, and addresses that are not public.
 */
export function countedNetwork(
  socket: Socket,
  trustedProxies: readonly string[],
): string | undefined {
  const peer = peerOf(socket);
  if (!isAddressAllowed(peer, false) || isTrusted(peer, trustedProxies)) return undefined;
  return networkOf(peer);
}

function normalise(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

function isTrusted(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return ranges.some((range) => {
    if (ipaddr.isValidCIDR(range)) {
      const [base, bits] = ipaddr.parseCIDR(range);
      return base.kind() === parsed.kind() && parsed.match(base, bits);
    }
    return ipaddr.isValid(range) && ipaddr.process(range).toString() === parsed.toString();
  });
}
