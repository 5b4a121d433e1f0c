import { BlockList, isIP } from 'node:net'

// Link-local addresses: nobody's alerts are there, but the credentials of cloud machines are. Loopback and the local
// network stay open, since receivers of one's own stand there.
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
// The same addresses on their way through a translator.
forbidden.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

/** Whether nothing may be sent to an address, whoever asks for it. */
export const isForbidden = (address: string): boolean => {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  return family !== 0 && forbidden.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}
