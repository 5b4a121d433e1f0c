import { Schema as S } from '../schema.js'
import { PROVIDERS, TOOL_IDS } from './catalog.js'

export const Provider = S.Literal(...PROVIDERS)
export const ToolId = S.Literal(...TOOL_IDS)
