import { TOOL_IDS, type ToolId, TOOLS } from '../api/tools.js'
import { createStoredSignal } from '../store/stored-signal.js'

/** The permission mode that the service starts agents in. */
export const STANDARD_MODE = 'auto'

/** The modes that every new lane can start in. One that asks for nothing is chosen each time. */
export const SAFE_MODES = TOOLS.cli_a.capabilities.permissionModes.filter((mode) => mode !== 'bypassPermissions')

export const toolIn = (stored: string | null): ToolId => TOOL_IDS.find((id) => id === stored) ?? 'cli_a'

export const modeIn = (stored: string | null): string => SAFE_MODES.find((mode) => mode === stored) ?? STANDARD_MODE

/** The tool of a new lane in a repository that had none before. */
export const defaultTool = createStoredSignal<ToolId>('svc.defaultTool', toolIn)

/** The permission mode of its agent, if the tool has it. */
export const defaultMode = createStoredSignal<string>('svc.permissionMode', modeIn)

/** What a field for the mode starts with; empty is the standard. */
export const firstMode = (): string => (defaultMode.get() === STANDARD_MODE ? '' : defaultMode.get())
