import { Command, CommanderError } from 'commander'
import { commandsFor } from './cli/commands.js'
import { explainErrors } from './cli/errors.js'
import { Failure, FAILURE, Refusal, USAGE } from './cli/exit.js'
import { ConfigError } from './config.js'
import { version } from './version.js'

// Every file is private to the user from its first byte on, also one that a library or a thread creates.
process.umask(0o077)

const program = new Command('switchyard')
  .description('Monitor terminal coding agents: what each one is doing, which one waits for you, and what it costs.')
  .version(version)
  .addHelpText(
    'after',
    `
start --demo runs a demo with simulated agents.
Exit codes: 0 success, 1 failure, 2 invalid usage or settings.
Environment variables: DASHBOARD_PORT, DASHBOARD_HOST, DASHBOARD_TOKEN, DASHBOARD_ALLOWED_HOSTS, DASHBOARD_ORIGINS,
SVC_DATA_DIR, CLAUDE_CONFIG_DIR, CODEX_HOME, SVC_STALE_MINUTES, SVC_LIVENESS, SVC_DURABILITY, LANE_WORKTREE_ROOT,
LANE_BASE_BRANCH, LANE_BRANCH_PREFIX, LOCK_MAX_HOLD, LANE_HOOK_TIMEOUT, LANE_ENV_PASS, LANE_ENV_WITHHOLD,
DASHBOARD_PIPELINES_DIR, SVC_MODE, SVC_PUBLIC_URL, SVC_TRUSTED_PROXIES, SVC_USERS_ROOT,
SVC_SYSTEM_ACCOUNTS, NO_COLOR.`,
  )
  .exitOverride()

const given = process.argv.slice(2)
const args = given.length === 0 ? ['start'] : given
for (const command of await commandsFor(args[0] ?? '')) program.addCommand(command)
explainErrors(program)

try {
  await program.parseAsync(args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
  else if (error instanceof ConfigError) {
    process.stderr.write(`switchyard: ${error.message}\n`)
    process.exitCode = USAGE
  } else {
    const line = error instanceof Error ? error.message : String(error)
    process.stderr.write(error instanceof Refusal ? `${line}\n` : `switchyard: ${line}\n`)
    process.exitCode = error instanceof Failure ? error.exitCode : FAILURE
  }
}
