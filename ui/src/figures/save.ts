/** Hands a file to the reader. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Hands a text to the reader as a file. */
export const save = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }))
