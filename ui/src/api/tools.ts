/** The agent CLIs, as the service knows them. */
export {
  isProvider,
  type Provider,
  PROVIDERS,
  TOOL_IDS,
  type ToolId,
  TOOLS,
  toolOf,
} from '../../../src/domain/tools/catalog.js'
