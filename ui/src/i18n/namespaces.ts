import type activity from '../locales/en/activity.json'
import type archive from '../locales/en/archive.json'
import type alerts from '../locales/en/alerts.json'
import type calls from '../locales/en/calls.json'
import type common from '../locales/en/common.json'
import type config from '../locales/en/config.json'
import type files from '../locales/en/files.json'
import type help from '../locales/en/help.json'
import type inbox from '../locales/en/inbox.json'
import type insights from '../locales/en/insights.json'
import type laneSettings from '../locales/en/laneSettings.json'
import type lanes from '../locales/en/lanes.json'
import type now from '../locales/en/now.json'
import type palette from '../locales/en/palette.json'
import type race from '../locales/en/race.json'
import type project from '../locales/en/project.json'
import type review from '../locales/en/review.json'
import type search from '../locales/en/search.json'
import type session from '../locales/en/session.json'
import type sessions from '../locales/en/sessions.json'
import type settings from '../locales/en/settings.json'
import type pipeline from '../locales/en/pipeline.json'
import type proof from '../locales/en/proof.json'
import type stack from '../locales/en/stack.json'
import type team from '../locales/en/team.json'
import type train from '../locales/en/train.json'
import type vanished from '../locales/en/vanished.json'

/** The texts of each page, and those that pages share. English has every key; tests compare the other languages with it. */
export interface Words {
  common: typeof common
  now: typeof now
  inbox: typeof inbox
  review: typeof review
  lanes: typeof lanes
  laneSettings: typeof laneSettings
  sessions: typeof sessions
  project: typeof project
  race: typeof race
  session: typeof session
  activity: typeof activity
  calls: typeof calls
  insights: typeof insights
  search: typeof search
  alerts: typeof alerts
  settings: typeof settings
  files: typeof files
  config: typeof config
  team: typeof team
  train: typeof train
  stack: typeof stack
  proof: typeof proof
  pipeline: typeof pipeline
  archive: typeof archive
  vanished: typeof vanished
  palette: typeof palette
  help: typeof help
}

export type Namespace = keyof Words

/** Keys without a namespace are looked up in the first one. */
export const NAMESPACES = [
  'common',
  'now',
  'inbox',
  'review',
  'train',
  'stack',
  'proof',
  'pipeline',
  'archive',
  'vanished',
  'lanes',
  'laneSettings',
  'sessions',
  'race',
  'project',
  'session',
  'activity',
  'calls',
  'insights',
  'search',
  'alerts',
  'settings',
  'files',
  'config',
  'team',
  'palette',
  'help',
] as const satisfies readonly Namespace[]
