/** Where a host is, and whether a clone may connect to it. */
export interface HostAddress {
  /** Null if it has no address. */
  readonly ip: string | null
  readonly isAllowed: boolean
}
