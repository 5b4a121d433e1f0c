/** Hands a text to the reader as a file. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
