/** Returns what a page of this service may load: its own files and sockets, and nothing from other hosts. */
export const contentSecurityPolicy = (host: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'${socketsOf(host)}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Older browsers do not apply 'self' to sockets. A policy cannot contain an IPv6 address. */
const socketsOf = (host: string): string => (host === '' || host.startsWith('[') ? '' : ` ws://${host} wss://${host}`)
