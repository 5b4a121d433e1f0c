import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The page's content security policy blocks this image, with an error in the console.
const FOREIGN_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const EMPTY_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'

/** Returns a reader of redoc's script without the logo of another host; it yields null when the package is missing. */
export const redocScript = (): (() => string | null) => {
  let script: string | null = null
  return () => (script ??= read())
}

const read = (): string | null => {
  try {
    // npm may install the package beside ours.
    const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
    return readFileSync(file, 'utf8').replaceAll(FOREIGN_LOGO, EMPTY_IMAGE)
  } catch {
    return null
  }
}
