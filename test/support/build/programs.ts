import { join } from 'node:path'
import { prepare } from '../../../bin/prepare.mjs'

/**
 * Builds the service if its sources have changed since, and lets the services of the tests run the built threads: loaded from source,
 * each would spend about a second, and a service has four.
 */
export const setup = (): void => {
  prepare(['server'])
  process.env['SWITCHYARD_THREADS'] = join(import.meta.dirname, '../../../dist')
}
