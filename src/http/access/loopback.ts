const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/**
 * Whether a socket bound to `host` is reachable from this machine only. This differs from the names in a Host header, where
 * `0.0.0.0` means this machine; binding to it means every interface.
 */
export const isLoopbackBind = (host: string): boolean => host.toLowerCase() === 'localhost' || isLoopbackAddress(host)
