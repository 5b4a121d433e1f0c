import type { Command } from 'commander'
import { costCommand } from './cost.js'
import { sessionsCommand } from './sessions.js'
import { waitingCommand } from './waiting.js'

/** The reports in the terminal. */
export const reportCommands = (): readonly Command[] => [costCommand(), sessionsCommand(), waitingCommand()]
