import * as Effect from 'effect/Effect'
import { eventIds } from '../adapters/ids.js'
import type { InstructionCommands } from '../commands/account/instructions.js'
import { ownerReach } from '../commands/access/owner-reach.js'
import { budgetPause } from '../commands/budgets/pause.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import type { DailyCosts } from '../commands/ports/daily-costs.js'
import { watchRuns } from '../commands/reactors/run-watch.js'
import { runDialogs } from '../commands/runs/dialogs.js'
import { runEnds } from '../commands/runs/ends.js'
import { runCommands, type RunParts } from '../commands/runs/runs.js'
import type { Config } from '../config.js'
import { agentPlaces } from '../commands/access/agent-places.js'
import type { Reader } from '../projections/sql.js'
import type { Accounts } from './accounts/accounts.js'
import type { ServiceRuntime } from './runtime.js'

export interface RunningParts
  extends Pick<Config, 'agentEnvironment' | 'childEnvironment' | 'mode' | 'usersRoot' | 'systemAccounts'> {
  readonly accounts: Accounts
  readonly runner: CommandRunner
  readonly clock: Clock
  readonly db: Reader
  readonly serial: Serial
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly paneToken: (run: string) => string | null
  readonly instructions: Pick<InstructionCommands, 'forAgent'>
  readonly proxies: RunParts['proxies']
  readonly leases: RunParts['leases']
  readonly side: { readonly dailyCosts: DailyCosts }
  readonly complain: (line: string) => void
}

/** Opens what starts programs in lanes and follows them. */
export const openRunning = (parts: RunningParts) =>
  Effect.gen(function* () {
    const { runner, runtime, whenReadable, complain, agentEnvironment, childEnvironment } = parts
    const shared = { ...parts, run: runner.run }
    const ends = runEnds(shared)
    const complaints = new Set<string>()
    // Once each: it would be repeated every second.
    const unseen = (error: unknown): void => {
      const complaint = `the panes of the lanes could not be read: ${String(error)}`
      if (!complaints.has(complaint)) complain(complaint)
      complaints.add(complaint)
    }
    yield* runtime.background(Effect.zipRight(whenReadable, watchRuns(ends, runDialogs(shared), unseen)))
    const shell = childEnvironment['SHELL'] ?? '/bin/sh'
    const instructionsFor = parts.instructions.forAgent
    const pause = budgetPause({ ...parts, costs: parts.side.dailyCosts, reachOf: ownerReach(parts) })
    return runCommands({
      ...shared,
      ends,
      placeOf: agentPlaces({
        ...parts,
        environment: agentEnvironment,
        accountOf: parts.accounts.ofFolder,
      }),
      tokenOf: parts.paneToken,
      instructionsFor,
      pause,
      newId: eventIds(),
      shell,
    })
  })
