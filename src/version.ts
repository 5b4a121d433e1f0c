import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The file that contains it. */
export const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url))

/** The running release. */
export const version = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version
