/** The agent CLIs: the only code of the service that the page runs. It is data and imports nothing. */
export { isProvider, type Provider, PROVIDERS, toolOf } from '../../../src/domain/tools/catalog.js'
