import * as Effect from 'effect/Effect'
import { cliStateReader } from '../adapters/agent-cli/status-files.js'
import { confinement } from '../commands/access/confinement.js'
import { type AuthorParts, laneAuthors } from '../commands/git/author.js'
import { gitWriteCommands } from '../commands/git/write.js'
import { checkCommands } from '../commands/review/checks.js'
import { reviewCommands } from '../commands/review/review.js'
import { landCommands } from '../commands/land/land.js'
import { updateCommand } from '../commands/land/update.js'
import { landPreflight, type PreflightParts } from '../commands/land/preflight.js'
import { destroyCommands } from '../commands/lane/destroy.js'
import { laneCommands } from '../commands/lane/lanes.js'
import { purgeCommands } from '../commands/lane/purge.js'
import { sessionWorktreeCommands } from '../commands/lane/session-worktree.js'
import { worktreeCommands } from '../commands/lane/worktrees.js'
import { lockCommands } from '../commands/lock/locks.js'
import type { EraseCommands } from '../commands/maintenance/erase.js'
import type { ProcessesPort } from '../commands/ports/processes.js'
import type { Vault } from '../commands/ports/vault.js'
import { proofCommands } from '../commands/proof/proof.js'
import { runAnywhere } from '../commands/runs/anywhere.js'
import { messageCommands } from '../commands/runs/messages.js'
import { laneStarts, newLanes } from '../commands/runs/new-lanes.js'
import { promptCommands } from '../commands/runs/prompts.js'
import { queueCommands } from '../commands/queue/queue.js'
import { queueDelivery } from '../commands/reactors/queue-delivery.js'
import { resumeCommands } from '../commands/runs/resume.js'
import { laneOutcomes } from '../commands/inbox/outcomes.js'
import { raceFacts } from '../commands/race/facts.js'
import { raceCommands } from '../commands/race/races.js'
import { raceLimits } from '../commands/reactors/race-limits.js'
import { trainCommands } from '../commands/train/trains.js'
import { typing } from '../commands/runs/typing.js'
import { reporting } from '../commands/kernel/reporting.js'
import { agentHomes } from '../commands/access/agent-homes.js'
import { cloneCommand } from '../commands/lane/clone.js'
import { pickPathCommand } from '../commands/lane/pick-path.js'
import { fileDialog } from '../adapters/process/file-dialog.js'
import { browseCommands } from '../commands/lane/browse.js'
import { stagingFolders } from '../adapters/files/tree/staging.js'
import { hostKeyFingerprint } from '../adapters/git/host-key.js'
import { cloneAddress } from '../adapters/http-client/clone-address.js'
import { eventIds } from '../adapters/ids.js'
import type { Tell } from '../http/live/announcer.js'
import { folderEntries } from '../adapters/files/folder-entries.js'
import type { Principal } from '../domain/access/visibility.js'
import { type OwnerId, userNumber } from '../domain/access/author.js'
import { NOBODY } from '../projections/ownership.js'
import type { PriceBook } from '../projections/pricing/price-book.js'
import type { LaneShape } from '../projections/queries/lanes.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import { openAsks } from './asks.js'
import { type AgentConfigParts, openAgentConfig } from './agent-config.js'
import { openFiles } from './files.js'
import { openInstructions } from './instructions.js'
import { openGitCredentials } from './git-credentials.js'
import { openLinkedWorktrees } from './linked-worktrees.js'
import { type ClaudeHomes, claudeHomes } from './homes.js'
import { openPipelines, type PipelinesParts } from './pipelines.js'
import { openLoginProfiles } from './login-profiles.js'
import { openPool, type PoolWiring } from './pool.js'
import { openRouters, type RoutersParts } from './routers.js'
import { openRunning, type RunningParts } from './running.js'
import { openStacks, type StacksParts } from './stacks.js'

interface LanesParts
  extends Omit<RunningParts, 'instructions' | 'proxies' | 'leases' | 'side'>,
    PipelinesParts,
    StacksParts,
    ClaudeHomes,
    Omit<AgentConfigParts, 'typing'>,
    RoutersParts,
    Omit<PoolWiring, 'profiles'> {
  readonly accounts: Accounts
  readonly deleteFinished: EraseCommands['deleteFinished']
  readonly lockMaxHold: number
  readonly secrets: Pick<AuthorParts, 'personOf'>
  readonly side: RunningParts['side'] & Pick<PreflightParts, 'evidence'>
  readonly dataDir: string
  readonly prices: { readonly book: PriceBook }
  readonly desktopEnvironment: Readonly<Record<string, string>>
  readonly tell: Tell
  readonly vault: Vault
  readonly processes: Pick<ProcessesPort, 'startMark'>
}

/** Opens the lanes: their commands, their runs, and the creation of worktrees that an earlier stop interrupted. */
export const openLanes = (parts: LanesParts) =>
  Effect.gen(function* () {
    const { runner, db, clock, serial, runtime, whenReadable, baseBranch, prices, complain } = parts
    const book = (): PriceBook => prices.book
    const confined = confinement({ ...parts, accountOf: parts.accounts.ofFolder })
    const ofAccounts = routedFolders(parts.accounts)
    const pipelines = yield* openPipelines(parts)
    yield* openLinkedWorktrees(parts)
    const { templates } = pipelines
    const gitCredentials = yield* openGitCredentials(parts)
    const worktrees = worktreeCommands({
      run: runner.run,
      db,
      clock,
      serial,
      fork: runtime.fork,
      baseBranch,
      templates,
      confinement: confined,
      credentials: gitCredentials,
      onError: (error) => complain(`a worktree could not be created: ${String(error)}`),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, worktrees.resume))
    const instructions = yield* openInstructions(parts)
    const loginProfiles = yield* openLoginProfiles(parts)
    const forRouters = yield* openRouters(parts)
    const { pool, leases } = yield* openPool({ ...parts, profiles: loginProfiles })
    const runs = yield* openRunning({ ...parts, instructions, leases, proxies: forRouters.routerAttachments })
    const { stacks, isolation } = yield* openStacks(parts)
    const resumes = resumeCommands({ db, start: runs.start })
    const types = typing(cliStateReader(() => claudeHomes(parts), parts.processes.startMark))
    const messages = messageCommands({ db, serial, start: runs.start, typing: types })
    const queues = queueCommands({ run: runner.run, db, clock, serial, newId: eventIds(), typing: types })
    yield* runtime.background(
      Effect.zipRight(
        whenReadable,
        queueDelivery({
          committed: parts.committer.committed,
          deliver: queues.deliver,
          onError: (error) => complain(`messages that wait could not be sent: ${String(error)}`),
        }),
      ),
    )
    const forConfig = yield* openAgentConfig({ ...parts, typing: types })
    const prompts = promptCommands({ db, typing: types })
    const asks = yield* openAsks({ ...parts, prompts })
    const laneActions = destroyCommands({
      run: runner.run,
      db,
      serial,
      baseBranch,
      stopRuns: runs.stopAll,
      stacks: isolation,
    })
    const lanePurge = purgeCommands({ db, serial, deleteFinished: parts.deleteFinished })
    const sessionWorktrees = sessionWorktreeCommands({ db, serial })
    const lanes = laneCommands({ run: runner.run, templates, confinement: confined })
    const asOwner = laneAuthors({ db, personOf: parts.secrets.personOf })
    const preflight = landPreflight({ db, baseBranch, confinement: confined, evidence: parts.side.evidence })
    const gitWrites = gitWriteCommands({
      run: runner.run,
      db,
      serial,
      credentials: gitCredentials,
      asOwner,
      basesOf: preflight.basesOf,
    })
    const landings = landCommands({ run: runner.run, db, serial, preflight, confinement: confined, asOwner })
    const reviews = reviewCommands({ run: runner.run, db, newId: eventIds(), sendReview: messages.review, preflight })
    const trains = trainCommands({
      run: runner.run,
      db,
      newId: eventIds(),
      preflight,
      land: landings.land,
      send: messages.send,
      fork: runtime.fork,
      complain,
      openedAt: clock.now(),
    })
    const onError = (error: unknown): void => complain(`trains could not be ended: ${String(error)}`)
    yield* runtime.background(reporting(onError)(Effect.zipRight(whenReadable, trains.interrupted)))
    const checks = checkCommands({ run: runner.run, clock, newId: eventIds(), fork: runtime.fork })
    const updateLane = updateCommand({ preflight, mergeInto: gitWrites.mergeInto, credentials: gitCredentials })
    const forGit = { gitWrites, gitCredentials, landings, updateLane, reviews, checks, trains }
    const starts = laneStarts({ db, worktrees, lanes, runs })
    const races = raceCommands({
      run: runner.run,
      db,
      book,
      newId: eventIds(),
      starts,
      runs,
      archive: lanes.archive,
      complain,
    })
    yield* runtime.background(
      Effect.zipRight(whenReadable, raceLimits({ committed: parts.committer.committed, enforce: races.enforceLimits })),
    )
    const outcomes = laneOutcomes({ clock, fork: runtime.fork, isAccepted: landings.isAccepted })
    const forRaces = {
      races,
      raceFacts: raceFacts({ db, book, clock, evidence: parts.side.evidence, outcomes, preflight }),
    }
    const locks = lockCommands({ run: runner.run, db, clock: parts.clock, maxHold: parts.lockMaxHold })
    const forWorktrees = { worktrees, laneActions, lanePurge, sessionWorktrees }
    const slugsOf = ({ feature_slug }: LaneShape): readonly string[] => (feature_slug === null ? [] : [feature_slug])
    const proof = proofCommands({ slugsOf })
    const homes = agentHomes(parts)
    const isAdmin = ({ role, kind }: Principal): boolean => role === 'admin' && kind !== 'pane'
    const forFiles = yield* openFiles(parts)
    const folders = browseCommands({
      confinement: confined,
      entries: ofAccounts.entries(folderEntries),
      folderOf: ({ principal }) => (isAdmin(principal) ? null : homes(userNumber(principal.id), true)),
      accountHomeOf: ({ principal }) => {
        const home = isAdmin(principal) ? homes(userNumber(principal.id), true) : null
        return home === null || parts.accounts.ofFolder(home) === null ? null : home
      },
    })
    const clone = cloneCommand({
      record: runner.record,
      lanes,
      folders,
      staging: ofAccounts.staging(stagingFolders),
      credentials: gitCredentials,
      templates,
      addressOf: cloneAddress,
      fingerprintOf: (host, port) => hostKeyFingerprint(parts.childEnvironment, host, port),
      report: (report) => parts.tell('clone-progress', report),
      monotonic: () => clock.monotonic() * 1000,
      newId: eventIds(),
    })
    const handOver = (to: OwnerId) => {
      const author = { by: to, via: 'cli' } as const
      return Effect.ignore(
        Effect.zipRight(gitCredentials.handOver(NOBODY, author), instructions.handOver(NOBODY, author)),
      )
    }
    return {
      handOver,
      ...forConfig,
      ...forRouters,
      loginProfiles,
      pool,
      folders,
      clone,
      pickPath: pickPathCommand(fileDialog(parts.desktopEnvironment)),
      ...forFiles,
      lanes,
      pipelines,
      ...forWorktrees,
      ...forGit,
      instructions,
      runs,
      newLanes: newLanes(starts),
      ...forRaces,
      runAnywhere: runAnywhere({ db, lanes, start: runs.start }),
      stacks,
      isolation,
      resumes,
      messages,
      queues,
      prompts,
      asks,
      locks,
      proof,
    }
  })
