const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/**
 * Whether a socket bound to `host` is reached from this machine only. Not the names that a request may carry: `0.0.0.0` in
 * a Host header is this machine, but bound to it means every interface.
 */
export const isLoopbackBind = (host: string): boolean => host.toLowerCase() === 'localhost' || isLoopbackAddress(host)
