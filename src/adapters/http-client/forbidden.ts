import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { AddressReach } from '../../commands/ports/http-out.js'

// Link-local addresses: no webhook receiver is there, but the metadata service with a cloud machine's credentials is.
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

// RFC 1918, RFC 6598 and RFC 4193.
const local = new BlockList()
local.addSubnet('10.0.0.0', 8, 'ipv4')
local.addSubnet('172.16.0.0', 12, 'ipv4')
local.addSubnet('192.168.0.0', 16, 'ipv4')
local.addSubnet('100.64.0.0', 10, 'ipv4')
local.addSubnet('fc00::', 7, 'ipv6')

const bareOf = (address: string): string => address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')

const isIn = (list: BlockList, address: string): boolean => {
  const bare = bareOf(address)
  const family = isIP(bare)
  return family !== 0 && list.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is this machine: loopback, or one of its network interfaces. */
export const isThisMachine = (address: string): boolean => {
  if (isIn(loopback, address)) return true
  const own = new BlockList()
  for (const { address: one, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    own.addAddress(bareOf(one), family === 'IPv6' ? 'ipv6' : 'ipv4')
  return isIn(own, address)
}

/** Whether requests with this reach may not go to an address. */
export const isForbidden = (address: string, reach: AddressReach): boolean => {
  if (isIn(forbidden, address)) return true
  if (reach === 'machine') return false
  return isThisMachine(address) || (reach === 'internet' && isIn(local, address))
}
