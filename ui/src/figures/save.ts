/** Saves a file with the download dialog of the browser. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a text as a file. */
export const save = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }))
