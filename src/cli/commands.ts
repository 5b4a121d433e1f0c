import type { Command } from 'commander'

/** Commands that are asked again and again: what they do not need is not loaded, which would take longer than they do. */
const quick = async (name: string | undefined): Promise<readonly Command[] | null> => {
  if (name === 'cost' || name === 'sessions' || name === 'waiting') {
    return (await import('./reports/commands.js')).reportCommands()
  }
  return name === 'statusline' ? [(await import('./statusline.js')).statuslineCommands()] : null
}

const all = async (): Promise<readonly Command[]> => {
  const [start, hooks, imports, rebuild, verify, doctor, reports, mcp, statusline] = await Promise.all([
    import('./start.js'),
    import('./hooks.js'),
    import('./import.js'),
    import('./rebuild.js'),
    import('./verify.js'),
    import('./doctor.js'),
    import('./reports/commands.js'),
    import('./mcp/command.js'),
    import('./statusline.js'),
  ])
  return [
    start.startCommand(),
    hooks.hooksCommand(),
    ...reports.reportCommands(),
    imports.importCommand(),
    rebuild.rebuildCommand(),
    verify.verifyCommand(),
    doctor.doctorCommand(),
    statusline.statuslineCommands(),
    mcp.mcpCommand(),
  ]
}

/** The commands that a call may mean, by its first word. */
export const commandsFor = async (name: string | undefined): Promise<readonly Command[]> =>
  (await quick(name)) ?? (await all())
