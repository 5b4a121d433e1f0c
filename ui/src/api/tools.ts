/** The agent CLIs, as the service knows them. */
export { isProvider, type Provider, PROVIDERS, toolOf } from '../../../src/domain/tools/catalog.js'
