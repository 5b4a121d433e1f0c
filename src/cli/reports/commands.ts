import type { Command } from 'commander'
import { costCommand } from './cost.js'
import { sessionsCommand } from './sessions.js'
import { waitingCommand } from './waiting.js'

/** Returns the commands that print reports. */
export const reportCommands = (): readonly Command[] => [costCommand(), sessionsCommand(), waitingCommand()]
