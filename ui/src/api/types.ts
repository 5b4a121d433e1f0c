import type { RouteAnswer } from '../../../src/http/contract/index.js'

/** The rows of the service, as its contract declares them. Types only: no code of the service is bundled. */
export type Session = RouteAnswer<'GET /api/sessions'>['sessions'][number]
export type Agent = RouteAnswer<'GET /api/agents'>['agents'][number]
export type SessionFacets = RouteAnswer<'GET /api/sessions/facets'>
export type SpokenHit = RouteAnswer<'GET /api/search'>['hits'][number]
export type EventRow = RouteAnswer<'GET /api/events'>['events'][number]
/** A tool call: its start and its result in one row. */
export type ToolCallRow = RouteAnswer<'GET /api/calls'>['calls'][number]
export type SessionFiles = RouteAnswer<'GET /api/sessions/:id/files'>
export type FileEdit = RouteAnswer<'GET /api/sessions/:id/edits'>['edits'][number]
export type Hunk = FileEdit['hunks'][number]
export type SessionStrip = RouteAnswer<'GET /api/sessions/:id/strip'>
export type SettingsInfo = RouteAnswer<'GET /api/settings/info'>
export type ImportProgress = NonNullable<SettingsInfo['import']>
export type Transcript = RouteAnswer<'GET /api/sessions/:id/transcripts'>['transcripts'][number]
export type TranscriptPage = RouteAnswer<'GET /api/sessions/:id/transcript'>
export type Message = TranscriptPage['messages'][number]
export type Block = Message['content'][number]
export type Situation = Session['situation']
export type DrillIn = RouteAnswer<'GET /api/workflows/session/:id'>
export type ToolSpan = DrillIn['toolTimeline'][number]
export type SwimLane = DrillIn['swimLanes'][number]
export type CostResult = RouteAnswer<'GET /api/pricing/cost'>
export type Check = RouteAnswer<'GET /api/lanes/:id/evidence'>['checks'][number]
/** Which recorded edit wrote some lines of a lane's file. */
export type LineOrigin = RouteAnswer<'GET /api/lanes/:id/why'>['ranges'][number]
export type Turn = RouteAnswer<'GET /api/sessions/:id/turns'>['turns'][number]
export type SessionCost = RouteAnswer<'GET /api/pricing/cost/:sessionId'>
export type Stats = RouteAnswer<'GET /api/stats'>
export type Quota = RouteAnswer<'GET /api/quota'>
export type AlertRule = RouteAnswer<'GET /api/alerts/rules'>['rules'][number]
export type Train = RouteAnswer<'GET /api/trains'>['trains'][number]
/** Several agents that work on one prompt, each in a lane. */
export type Race = RouteAnswer<'GET /api/races'>['races'][number]
export type RaceFacts = RouteAnswer<'GET /api/races/:id'>
/** What one agent of a race did so far. */
export type Racer = RaceFacts['racers'][number]
/** Something that waits for the user. */
export type Decision = RouteAnswer<'GET /api/decisions'>['decisions'][number]
export type Budget = RouteAnswer<'GET /api/budgets'>['budgets'][number]
export type Alert = RouteAnswer<'GET /api/alerts'>['alerts'][number]
export type WebhookKind = RouteAnswer<'GET /api/webhooks/providers'>['providers'][number]
export type Webhook = RouteAnswer<'GET /api/webhooks'>['targets'][number]
export type RemoteSource = RouteAnswer<'GET /api/remote-sources'>['sources'][number]
export type PricingRule = RouteAnswer<'GET /api/pricing'>['pricing'][number]
/** A lane with its panes. */
export type Lane = RouteAnswer<'GET /api/lanes'>['lanes'][number]
export type Pane = Lane['panes'][number]
/** What an agent in a lane asks. */
export type Ask = NonNullable<Pane['ask']>
export type PaneEnd = NonNullable<RouteAnswer<'GET /api/run/:id'>['run']['reason']>
