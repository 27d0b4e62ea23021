/** Returns the header of HTTP Basic for an OAuth client: each part is form-encoded first (RFC 6749, 2.3.1). */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
