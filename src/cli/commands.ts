import type { Command } from 'commander'

const reports = async (): Promise<readonly Command[]> => (await import('./reports/commands.js')).reportCommands()

const locking = async (): Promise<readonly Command[]> => (await import('./lock.js')).lockCommands()

/** The commands in the order of the help. Only the needed ones are loaded, for a fast start. */
const LOADERS: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  start: async () => [(await import('./start.js')).startCommand()],
  hooks: async () => [(await import('./hooks.js')).hooksCommand()],
  cost: reports,
  sessions: reports,
  waiting: reports,
  lanes: async () => [(await import('./lanes.js')).lanesCommand()],
  pipelines: async () => [(await import('./pipelines.js')).pipelinesCommand()],
  lock: locking,
  locks: locking,
  import: async () => [(await import('./import.js')).importCommand()],
  rebuild: async () => [(await import('./rebuild.js')).rebuildCommand()],
  verify: async () => [(await import('./verify.js')).verifyCommand()],
  service: async () => [(await import('./systemd/commands.js')).serviceCommand()],
  server: async () => [(await import('./server/server.js')).serverCommand()],
  users: async () => [(await import('./server/users.js')).usersCommand()],
  accounts: async () => [(await import('./server/accounts.js')).accountsCommand()],
  doctor: async () => [(await import('./doctor.js')).doctorCommand()],
  statusline: async () => [(await import('./statusline.js')).statuslineCommands()],
  mcp: async () => [(await import('./mcp/command.js')).mcpCommand()],
}

/** Returns the commands that the first word of a call may mean: one, or all when it is unknown. */
export const commandsFor = async (name: string): Promise<readonly Command[]> => {
  const known = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined
  const loaders = known === undefined ? [...new Set(Object.values(LOADERS))] : [known]
  return (await Promise.all(loaders.map((load) => load()))).flat()
}
