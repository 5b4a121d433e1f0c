import { lookup } from 'node:dns/promises'
import type { HostAddress } from '../../commands/ports/host-address.js'
import { isForbidden } from './forbidden.js'

/**
 * Returns the address of a host that a repository is cloned from. No clone connects to link-local addresses and metadata services,
 * and only those of admins to this machine.
 */
export const cloneAddress = async (host: string, isAdmin: boolean): Promise<HostAddress> => {
  const found = await lookup(host, { all: true }).catch(() => [])
  const isRefused = ({ address }: { readonly address: string }): boolean =>
    isForbidden(address, isAdmin ? 'machine' : 'network')
  return { ip: found[0]?.address ?? null, isAllowed: !found.some(isRefused) }
}
