import type * as Effect from 'effect/Effect'
import type { AccountCommands } from '../commands/account/account.js'
import type { InstructionCommands } from '../commands/account/instructions.js'
import type { ClaudeConfig } from '../commands/agent-config/claude/claude.js'
import type { CodexConfig } from '../commands/agent-config/codex/codex.js'
import type { ConfigEdits } from '../commands/agent-config/edit.js'
import type { ConfigFileReads } from '../commands/agent-config/files.js'
import type { McpCommands } from '../commands/agent-config/mcp.js'
import type { ConfigPlacesOf } from '../commands/agent-config/places.js'
import type { ReloadCommand } from '../commands/agent-config/reload.js'
import type { UpdatePluginCommands } from '../commands/agent-config/update-plugins.js'
import type { AlertCommands } from '../commands/alerts/alerts.js'
import type { BudgetCommands } from '../commands/budgets/budgets.js'
import type { FileCommands } from '../commands/files/files.js'
import type { FilePlaces } from '../commands/files/place.js'
import type { GitCredentialCommands } from '../commands/git-credentials/git-credentials.js'
import type { GitReadCommands } from '../commands/git/read.js'
import type { SaveCommands } from '../commands/git/save.js'
import type { SuggestCommands } from '../commands/git/suggest.js'
import type { GitWriteCommands } from '../commands/git/write.js'
import type { AcceptedHook, Delivery } from '../commands/ingest/hook.js'
import type { BrowseCommands } from '../commands/lane/browse.js'
import type { CloneCommand } from '../commands/lane/clone.js'
import type { DestroyCommands } from '../commands/lane/destroy.js'
import type { LaneCommands } from '../commands/lane/lanes.js'
import type { PickPathCommand } from '../commands/lane/pick-path.js'
import type { PipelineCommands } from '../commands/lane/pipeline.js'
import type { PurgeCommands } from '../commands/lane/purge.js'
import type { SessionWorktreeCommands } from '../commands/lane/session-worktree.js'
import type { WorktreeCommands } from '../commands/lane/worktrees.js'
import type { LockCommands } from '../commands/lock/locks.js'
import type { BundleCommands } from '../commands/maintenance/bundle/import.js'
import type { CleanupCommand } from '../commands/maintenance/cleanup.js'
import type { EraseCommands } from '../commands/maintenance/erase.js'
import type { ImportCommands } from '../commands/maintenance/imports.js'
import type { AgentCliPort } from '../commands/ports/agent-cli.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ControllingTerminal } from '../commands/ports/processes.js'
import type { HunksAnswer, IndexedEdit } from '../commands/ports/transcripts.js'
import type { PricingCommands } from '../commands/pricing/pricing.js'
import type { ProofCommands } from '../commands/proof/proof.js'
import type { PushCommands } from '../commands/push/push.js'
import type { Retry } from '../commands/reactors/deliveries.js'
import type { RemoteSync } from '../commands/reactors/remote-sync.js'
import type { PoolCommands } from '../commands/pool/pool.js'
import type { LoginProfileCommands } from '../commands/login-profile/profiles.js'
import type { RouterAttachments } from '../commands/router/attachments.js'
import type { RouterConnections } from '../commands/router/connections.js'
import type { RouterCommands } from '../commands/router/routers.js'
import type { RunAnywhere } from '../commands/runs/anywhere.js'
import type { MessageCommands } from '../commands/runs/messages.js'
import type { QueueCommands } from '../commands/queue/queue.js'
import type { NewLanes } from '../commands/runs/new-lanes.js'
import type { RaceFacts } from '../commands/race/facts.js'
import type { RaceCommands } from '../commands/race/races.js'
import type { TrainCommands } from '../commands/train/trains.js'
import type { AskCommands } from '../commands/runs/asks.js'
import type { CheckCommands } from '../commands/review/checks.js'
import type { ReviewCommands } from '../commands/review/review.js'
import type { LandCommands } from '../commands/land/land.js'
import type { UpdateLane } from '../commands/land/update.js'
import type { InboxCommands } from '../commands/inbox/inbox.js'
import type { PromptCommands } from '../commands/runs/prompts.js'
import type { ResumeCommands } from '../commands/runs/resume.js'
import type { RunCommands } from '../commands/runs/runs.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import type { Evidence } from '../projections/queries/evidence.js'
import type { Turn } from '../projections/queries/turns.js'
import type { StatusReadings } from '../commands/service/statusline.js'
import type { UpdateCommands } from '../commands/service/updates.js'
import type { AgentCommands } from '../commands/session/agent.js'
import type { SessionCommands } from '../commands/session/session.js'
import type { RemoteSourceCommands } from '../commands/sources/sources.js'
import type { StackIsolation } from '../commands/stack/isolation.js'
import type { StackCommands } from '../commands/stack/stacks.js'
import type { AvatarCommands } from '../commands/users/avatars.js'
import type { LoginCommands } from '../commands/users/logins.js'
import type { TokenCommands } from '../commands/users/tokens.js'
import type { UserSecrets } from '../commands/users/secrets.js'
import type { UserStorage } from '../commands/users/storage.js'
import type { UserCommands } from '../commands/users/users.js'
import type { StaffWatch } from '../commands/users/watch.js'
import type { WebhookCommands } from '../commands/webhooks/webhooks.js'
import type { Visibility } from '../domain/access/visibility.js'
import type { Between } from '../domain/insights/occurrences.js'
import type { Rejection } from '../domain/rejection.js'
import type { Instant } from '../domain/time.js'
import type { Provider } from '../domain/tools/catalog.js'
import type { PriceBook } from '../projections/pricing/price-book.js'
import type { AgentQuery, AgentShape } from '../projections/queries/agents.js'
import type { AskedAt, InsightCounts } from '../projections/queries/analytics.js'
import type { ConversationGroupQuery, ConversationGroups } from '../projections/queries/conversation-groups.js'
import type { ConversationHits, ConversationQuery } from '../projections/queries/conversation-search.js'
import type { ConversingAgent } from '../projections/queries/conversations.js'
import type { EventPage, EventSearch } from '../projections/queries/event-search.js'
import type { HookFindQuery, HookPage, HookPageQuery } from '../projections/queries/hook-conversation.js'
import type { InsightQuery } from '../projections/queries/insights/scope.js'
import type { TabQuery } from '../projections/queries/insights/tab-query.js'
import type { OneProject, OneProjectQuery, ProjectPage, ProjectQuery } from '../projections/queries/projects.js'
import type { UsageQuery } from '../projections/queries/reports/usage.js'
import type { SessionMatch } from '../projections/queries/session-filter.js'
import type { GroupQuery } from '../projections/queries/session-groups.js'
import type { SessionPlaces, SessionQuery } from '../projections/queries/session-places.js'
import type { FinishedCalls } from '../projections/queries/tools.js'
import type { Reader } from '../projections/sql.js'
import type { ClientFacts } from './access/client.js'
import type { OriginRule } from './access/origin.js'
import type { Route, RouteAnswer } from './contract/index.js'

type TranscriptPageShape = RouteAnswer<'GET /api/sessions/:id/transcript'>
type TranscriptInfoShape = RouteAnswer<'GET /api/sessions/:id/transcripts'>['transcripts'][number]
type ImportShape = NonNullable<RouteAnswer<'GET /api/settings/info'>['import']>

/**
 * Conversations, as the routes read them from transcripts. Visibility is not checked here: a route about a session has found it
 * for its caller before.
 */
interface Conversations {
  readonly list: (sessionId: string, agents: readonly ConversingAgent[]) => readonly TranscriptInfoShape[]
  readonly page: (request: {
    readonly sessionId: string
    readonly agent: string | null
    readonly run: string | null
    readonly limit: number
    readonly after: number
    readonly before: number
  }) => Promise<Omit<TranscriptPageShape, 'from_hooks'>>
  readonly image: (request: {
    readonly sessionId: string
    readonly agent: string | null
    readonly run: string | null
    readonly line: number
    readonly index: number
  }) => Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>
  readonly line: (request: {
    readonly sessionId: string
    readonly agent: string | null
    readonly line: number
  }) => Promise<{ readonly json: string; readonly cut: boolean } | null>
  readonly find: (request: {
    readonly sessionId: string
    readonly agent: string | null
    readonly words: string
  }) => AsPromised<'GET /api/sessions/:id/transcript-find'>
  /** Returns the file changes of some agents, oldest first; null is the main agent. */
  readonly edits: (sessionId: string, agents: readonly (string | null)[]) => Promise<readonly SessionEdit[]>
  /** @param isWhole whether all lines are needed, not only those that people read */
  readonly hunks: (sessionId: string, edits: readonly SessionEdit[], isWhole?: boolean) => Promise<HunksAnswer>
  readonly markdown: (request: {
    readonly sessionId: string
    readonly agent: string | null
    readonly toolOutput: boolean
  }) => AsyncIterable<string>
}

type SessionEdit = IndexedEdit & { readonly agent: string | null }

type AsPromised<K extends Route> = Promise<RouteAnswer<K>>

type TabRead<K extends Route> = (visibility: Visibility, query: TabQuery, now: Instant) => AsPromised<K>

/** Reads that the side thread answers: text search in events or sessions, and insights. */
interface SideReads {
  readonly agents: (visibility: Visibility, query: AgentQuery) => Promise<AgentShape[]>
  readonly find: (visibility: Visibility, query: EventSearch) => Promise<EventPage>
  readonly search: (visibility: Visibility, query: ConversationQuery) => Promise<ConversationHits>
  readonly searchSessions: (visibility: Visibility, query: ConversationGroupQuery) => Promise<ConversationGroups>
  /** Reads that grow with the session. */
  readonly evidence: (visibility: Visibility, lane: number) => Promise<readonly Evidence[]>
  readonly turns: (visibility: Visibility, stream: number) => Promise<readonly Turn[]>
  readonly strip: (
    visibility: Visibility,
    stream: number,
    sessionId: string,
  ) => AsPromised<'GET /api/sessions/:id/strip'>
  readonly hookPage: (visibility: Visibility, stream: number, query: HookPageQuery) => Promise<HookPage>
  readonly hookFind: (
    visibility: Visibility,
    stream: number,
    query: HookFindQuery,
  ) => AsPromised<'GET /api/sessions/:id/transcript-find'>
  readonly hookLine: (
    visibility: Visibility,
    stream: number,
    line: number,
  ) => Promise<{ readonly json: string; readonly cut: boolean } | null>
  /** Reads that scan all sessions. */
  readonly sessions: (visibility: Visibility, query: SessionQuery) => Promise<SessionPlaces>
  readonly sessionFacets: (visibility: Visibility, query: SessionMatch) => AsPromised<'GET /api/sessions/facets'>
  readonly sessionGroups: (
    visibility: Visibility,
    query: GroupQuery,
    now: Instant,
  ) => AsPromised<'GET /api/sessions/groups'>
  readonly projects: (visibility: Visibility, query: ProjectQuery) => Promise<ProjectPage>
  readonly project: (visibility: Visibility, query: OneProjectQuery) => Promise<OneProject | undefined>
  readonly workflows: (visibility: Visibility, query: InsightQuery, now: Instant) => AsPromised<'GET /api/workflows'>
  readonly skills: (visibility: Visibility, query: InsightQuery) => AsPromised<'GET /api/workflows/skill-usage'>
  readonly analytics: (visibility: Visibility, query: InsightQuery, at: AskedAt) => Promise<InsightCounts>
  readonly analyticsBetween: (
    visibility: Visibility,
    query: InsightQuery,
    between: Between,
    offset: number,
  ) => AsPromised<'GET /api/analytics'>
  readonly costTab: TabRead<'GET /api/insights/cost'>
  readonly activityTab: TabRead<'GET /api/insights/activity'>
  readonly toolsTab: TabRead<'GET /api/insights/tools'>
  readonly agentsTab: TabRead<'GET /api/insights/agents'>
  readonly errorsTab: TabRead<'GET /api/insights/errors'>
  readonly finished: (visibility: Visibility, query: InsightQuery) => Promise<readonly FinishedCalls[]>
  readonly usage: (visibility: Visibility, query: UsageQuery, now: Instant) => AsPromised<'GET /api/usage'>
}

export interface StorageFacts {
  readonly path: string
  /** Of the database file. */
  readonly size: () => number
  /** Of each file, by what it holds. */
  readonly files: () => { readonly database: number; readonly journal: number; readonly search: number }
  readonly pragmas: () => Readonly<Record<string, string | number | null>>
}

interface HistoryFacts {
  readonly directory: string
  /** The directory for display, with `~`. */
  readonly shown: string
  readonly exists: boolean
  readonly projects: number
  readonly files: number
}

/** Remote machines: their settings and their sync. */
interface RemoteServices {
  readonly commands: RemoteSourceCommands
  readonly sync: Pick<RemoteSync, 'live' | 'test' | 'sync' | 'begin' | 'syncAll'>
}

/** The configuration of the agents on the host. */
interface AgentConfig {
  readonly places: ConfigPlacesOf
  /** Watches the files for a while; called for each read. */
  readonly follow: (project: string | null) => void
  readonly files: ConfigFileReads
  readonly claude: ClaudeConfig
  readonly codex: CodexConfig
  readonly edits: ConfigEdits
  readonly mcp: McpCommands
}

type MaintenanceCommands = EraseCommands & { readonly cleanup: CleanupCommand }

/** Streams the bundle of what `visibility` permits, as bytes of JSON, made while they are read. */
interface BundleExport {
  readonly bundle: (visibility: Visibility, now: Instant) => AsyncGenerator<Uint8Array>
}

/** The dependencies of the handlers, assembled in the composition root. */
export interface Services {
  readonly version: string
  readonly db: Reader
  readonly book: () => PriceBook
  readonly clock: Clock
  readonly ingestHook: (
    delivery: Delivery,
  ) => Promise<AcceptedHook | Rejection<'INVALID_INPUT' | 'MISSING_SESSION' | 'ENOTFOUND'>>
  readonly sessions: SessionCommands
  readonly agents: AgentCommands
  readonly lanes: LaneCommands
  readonly pipelines: PipelineCommands
  readonly git: GitReadCommands
  readonly gitFiles: SaveCommands
  readonly gitWrites: GitWriteCommands
  readonly suggestions: SuggestCommands
  readonly gitCredentials: GitCredentialCommands
  readonly accounts: AccountCommands
  /** Whether one user uses the service, or many, each with a login. */
  readonly mode: 'local' | 'server'
  readonly users: UserCommands
  readonly logins: LoginCommands
  readonly tokens: TokenCommands
  /** Returns the user that a pane with a token acts for; null if the token proves nothing. */
  readonly ownerOfPane: (secret: string) => string | null
  /** Returns the user whose system account has the other end of a connection; null without system accounts. */
  readonly ownerOfSocket: (ports: ClientFacts['ports']) => string | null
  readonly userSecrets: Pick<UserSecrets, 'personOf'>
  readonly avatars: AvatarCommands
  readonly userStorage: UserStorage
  readonly instructions: InstructionCommands
  readonly locks: LockCommands
  readonly proof: ProofCommands
  readonly worktrees: WorktreeCommands
  readonly folders: BrowseCommands
  readonly clone: CloneCommand
  readonly pickPath: PickPathCommand
  readonly files: FileCommands
  readonly filePlaces: FilePlaces
  /** Records what staff read of others. */
  readonly staffReads: Pick<StaffWatch, 'readHome' | 'searched'>
  readonly laneActions: DestroyCommands
  readonly lanePurge: PurgeCommands
  readonly sessionWorktrees: SessionWorktreeCommands
  readonly runs: RunCommands
  readonly runAnywhere: RunAnywhere
  readonly newLanes: NewLanes
  readonly stacks: StackCommands
  readonly isolation: StackIsolation
  readonly resumes: ResumeCommands
  readonly messages: MessageCommands
  readonly queues: Omit<QueueCommands, 'deliver'>
  readonly prompts: Pick<PromptCommands, 'show'>
  readonly asks: Pick<AskCommands, 'answer' | 'answerSlot'>
  readonly inbox: InboxCommands
  readonly landings: LandCommands
  readonly updateLane: UpdateLane
  readonly trains: Pick<TrainCommands, 'start' | 'stop'>
  readonly races: Pick<RaceCommands, 'start' | 'keep'>
  readonly raceFacts: RaceFacts
  readonly reviews: ReviewCommands
  readonly checks: CheckCommands
  /** The names of the variables of the service's environment that agents get, and of the others. */
  readonly agentVariables: { readonly passed: readonly string[]; readonly withheld: readonly string[] }
  /** The home directory of the user who runs the service. */
  readonly home: string
  readonly pricing: PricingCommands
  readonly maintenance: MaintenanceCommands
  readonly imports: ImportCommands
  readonly bundles: BundleCommands
  readonly exporter: BundleExport
  /** Describes the default transcript directory of a provider. */
  readonly historyFacts: (provider: Provider) => Promise<HistoryFacts>
  readonly alerts: AlertCommands
  readonly budgets: BudgetCommands
  readonly remote: RemoteServices
  readonly webhooks: WebhookCommands
  /** Returns the pending retry of a webhook target. */
  readonly retryOf: (target: string) => Retry | undefined
  readonly push: PushCommands
  readonly updates: UpdateCommands
  readonly conversations: Conversations
  readonly side: SideReads
  /** Returns the script of the API reference page; null when its package is missing. */
  readonly redocScript: () => string | null
  readonly agentCli: AgentCliPort
  /** The configured directories of the CLIs. */
  readonly homes: Readonly<Record<Provider, string>>
  readonly agentConfig: AgentConfig
  readonly routers: RouterCommands
  readonly loginProfiles: LoginProfileCommands
  readonly pool: PoolCommands
  readonly routerAttachments: RouterAttachments
  readonly routerConnections: RouterConnections
  readonly reloadAgents: ReloadCommand
  readonly pluginUpdates: UpdatePluginCommands
  readonly journal: ServiceJournal
  readonly statusReadings: Pick<StatusReadings, 'all' | 'take'>
  readonly isAlive: (pid: number) => boolean | null
  /** Returns the terminal that controls a process of this machine. */
  readonly controllingTerminalOf: (pid: number) => Effect.Effect<ControllingTerminal>
  readonly hostname: string
  /** Returns the last import, and who asked for it. */
  readonly importState: () => (ImportShape & { readonly owner: string }) | null
  /** Returns what was found missing in the log at a start; null if nothing was. */
  readonly lostEvents: () => { readonly found_at: string; readonly missing: number | null } | null
  /** Returns how far the tables are on their way to this release; null if they are. */
  readonly rebuilding: () => NonNullable<RouteAnswer<'GET /api/health'>['rebuilding']> | null
  /** Returns who watches a lane of somebody else; nothing with one user. */
  readonly watchersOf: (lane: { readonly id: number }) => Pick<RouteAnswer<'GET /api/lanes/:id'>['lane'], 'watchers'>
  readonly storage: StorageFacts
  /** Returns the number of open sockets of those who see the same rows. */
  readonly connections: (visibility: Visibility) => number
  readonly metrics: () => Promise<string>
  readonly startedAt: number
  /** Which web pages may use the service. */
  readonly origins: OriginRule
  /** Whether the agents are invented. */
  readonly demo: boolean
  readonly machine: () => {
    readonly node: string
    readonly platform: string
    readonly arch: string
    readonly cpus: number
    readonly load: readonly number[]
    readonly totalMemory: number
    readonly freeMemory: number
    readonly memory: {
      readonly rss: number
      readonly heapTotal: number
      readonly heapUsed: number
      readonly external: number
    }
  }
}
