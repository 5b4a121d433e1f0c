import { Command, CommanderError } from 'commander'
import { doctorCommand } from './cli/doctor.js'
import { explainErrors } from './cli/errors.js'
import { Failure, FAILURE, USAGE } from './cli/exit.js'
import { hooksCommand } from './cli/hooks.js'
import { importCommand } from './cli/import.js'
import { mcpCommand } from './cli/mcp/command.js'
import { rebuildCommand } from './cli/rebuild.js'
import { reportCommands } from './cli/reports/commands.js'
import { startCommand } from './cli/start.js'
import { statuslineCommands } from './cli/statusline.js'
import { verifyCommand } from './cli/verify.js'
import { ConfigError } from './config.js'
import { version } from './main.js'

const program = new Command('switchyard')
  .description(
    'See what every terminal coding agent does, which one waits for you and why, what was said and what it cost.',
  )
  .version(version)
  .addHelpText(
    'after',
    `
Exit codes: 0 done, 1 failed, 2 wrong usage or settings.
Settings come from the environment: DASHBOARD_PORT, DASHBOARD_HOST, DASHBOARD_TOKEN, DASHBOARD_ALLOWED_HOSTS,
SVC_DATA_DIR, CLAUDE_CONFIG_DIR, CODEX_HOME, SVC_STALE_MINUTES, SVC_LIVENESS, SVC_DURABILITY, NO_COLOR.`,
  )
  .exitOverride()

for (const make of [startCommand, hooksCommand, importCommand, rebuildCommand, verifyCommand, doctorCommand])
  program.addCommand(make())
for (const command of [...reportCommands(), mcpCommand(), statuslineCommands()]) program.addCommand(command)
explainErrors(program)

try {
  const args = process.argv.slice(2)
  await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
  else if (error instanceof ConfigError) {
    process.stderr.write(`switchyard: ${error.message}\n`)
    process.exitCode = USAGE
  } else {
    process.stderr.write(`switchyard: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof Failure ? error.exitCode : FAILURE
  }
}
