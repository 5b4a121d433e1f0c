import { BlockList, isIP } from 'node:net'

// Link-local addresses: no webhook receiver is there, but the metadata service with a cloud machine's credentials is. Loopback
// and the local network stay allowed, because users run their own receivers there.
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addAddress('100.100.100.200', 'ipv4')
forbidden.addAddress('168.63.129.16', 'ipv4')
forbidden.addSubnet('0.0.0.0', 8, 'ipv4')
forbidden.addSubnet('224.0.0.0', 3, 'ipv4')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('ff00::', 8, 'ipv6')
forbidden.addAddress('::', 'ipv6')
forbidden.addAddress('fd00:ec2::254', 'ipv6')
// The same addresses behind a NAT64 translator.
forbidden.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isIn = (list: BlockList, address: string): boolean => {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  return family !== 0 && list.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is this machine. */
export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** Whether requests to an address are forbidden, no matter who configured it. */
export const isForbidden = (address: string): boolean => isIn(forbidden, address)
