import { BlockList, isIP } from 'node:net'
import type { Arrival } from './admit.js'
import { hostName, isLoopbackName } from './host.js'
import { isLoopbackAddress } from './loopback.js'

export interface ClientOptions {
  readonly publicUrl: URL | null
  readonly trustedProxies: readonly string[]
  /** Called once when a proxy that is not trusted says who is behind it. */
  readonly onUntrusted?: (address: string) => void
}

/** Where a request comes from, as far as the service can know. */
export interface ClientFacts {
  readonly address: string
  /** Whether it came over TLS. */
  readonly isSecure: boolean
  /** Whether a program of this machine sent it, and no proxy (supplement-server 9.4). */
  readonly isHost: boolean
  /** The ports of its connection; undefined for a socket file. */
  readonly ports: Arrival['ports']
}

/** Returns what tells where requests come from. Only trusted proxies may say who is behind them. */
export const clientFacts = ({ publicUrl, trustedProxies, onUntrusted }: ClientOptions) => {
  let isReported = false
  const trusted = new BlockList()
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/', 2)
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string): boolean => {
    // Without proxies, no request pays for a comparison of addresses.
    if (trustedProxies.length === 0) return false
    const plain = plainAddress(address)
    return isIP(plain) !== 0 && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }

  return ({ remoteAddress = '', header, isForwarded, ports }: Arrival): ClientFacts => {
    const name = hostName(header('host'))
    const isPublic = publicUrl !== null && header('host')?.toLowerCase() === publicUrl.host
    const isProxied = isTrusted(remoteAddress)
    if (!isProxied && !isReported && header('x-forwarded-for') !== undefined) {
      isReported = true
      onUntrusted?.(plainAddress(remoteAddress))
    }
    const says = isProxied ? header('x-forwarded-proto')?.trim().toLowerCase() : undefined
    return {
      address: isProxied ? behind(header('x-forwarded-for'), isTrusted, remoteAddress) : plainAddress(remoteAddress),
      isSecure: says === 'https' || (isPublic && publicUrl.protocol === 'https:'),
      isHost: isLoopbackAddress(remoteAddress) && name !== null && isLoopbackName(name) && !isForwarded() && !isPublic,
      ports,
    }
  }
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** Returns the rightmost address that is no trusted proxy. A header that is no list of addresses is ignored. */
const behind = (header: string | undefined, isTrusted: (address: string) => boolean, socket: string): string => {
  const addresses = (header ?? '').split(',').map((one) => one.trim())
  if (header === undefined || addresses.some((one) => isIP(one) === 0)) return plainAddress(socket)
  return plainAddress(addresses.findLast((one) => !isTrusted(one)) ?? addresses[0] ?? socket)
}
