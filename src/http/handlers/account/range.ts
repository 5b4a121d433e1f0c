interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/**
 * Reads a `Range` header for a file of a size (RFC 9110, 14.2). Null for the whole file: without a header, for several ranges, and
 * for a header that is not understood.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [first = '', last = ''] = found?.slice(1) ?? []
  if (found === null || first + last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
