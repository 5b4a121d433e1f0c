import type { ToolId } from '../../../api/tools.js'
import type { Pane } from '../../../api/types.js'

const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The slots without a live program. A new one replaces the last screen of an ended one. */
export const freeSlots = (panes: readonly Pick<Pane, 'slot' | 'alive'>[]): readonly number[] =>
  ALL.filter((slot) => !panes.some((pane) => pane.slot === slot && pane.alive))

interface Guards {
  readonly permissionMode: string
  readonly sandbox: string
  readonly approval: string
}

/** Whether an agent with these options can run any command without a question. */
export const isUnguarded = ({ permissionMode, sandbox, approval }: Guards): boolean =>
  permissionMode === 'bypassPermissions' || (sandbox === 'danger-full-access' && approval === 'never')

/** The variables that would give an agent another login than its own. */
const KEYS: Readonly<Record<ToolId, string>> = { cli_a: 'ANTHROPIC_API_KEY', cli_b: 'OPENAI_API_KEY' }

/** Returns the variable that the CLI of a tool takes a login from. */
export const keyOf = (tool: ToolId): string => KEYS[tool]
