/** Packs whole numbers from 0 to 2⁵³ - 1: seven bits a byte, the lowest first. */
export const packed = (numbers: readonly number[]): Buffer => {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) + 0x80)
      rest = Math.floor(rest / 0x80)
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Returns the packed numbers. */
export const unpacked = (bytes: Uint8Array): Float64Array => {
  let many = 0
  for (const byte of bytes) if (byte < 0x80) many++
  const numbers = new Float64Array(many)
  let [value, scale, i] = [0, 1, 0]
  for (const byte of bytes) {
    value += (byte & 0x7f) * scale
    if (byte >= 0x80) scale *= 0x80
    else {
      numbers[i++] = value
      ;[value, scale] = [0, 1]
    }
  }
  return numbers
}
