import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file that contains it. */
export const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url))

/** The folder with the example templates of pipelines. */
export const PIPELINE_EXAMPLES = join(dirname(PACKAGE), 'docs', 'pipelines')

/** The running release. */
export const version = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version
