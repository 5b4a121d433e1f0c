/** The sections of Alerts and Settings, each with a selector that appears once it is loaded. */
export const SECTIONS = [
  ['/alerts', '[role="switch"]'],
  ['/settings/preferences', 'fieldset'],
  ['/settings/hooks', 'h2'],
  ['/settings/pricing', 'tbody tr'],
  ['/settings/data', 'dl'],
  ['/settings/import', '[data-drop]'],
  ['/settings/machines', 'main section'],
  ['/settings/about', 'main section .num'],
] as const

interface Subjects {
  readonly session: string | undefined
  readonly project: string | undefined
  readonly lane: string | undefined
}

const SESSION_TABS = ['', '?tab=timeline', '?tab=agents', '?tab=files', '?tab=cost', '?tab=events']
const LANE_TABS = ['', '?tab=chat', '?tab=pipeline', '?tab=proof', '?tab=stack', '?tab=settings', '?start=true']

/** Returns the address of every page, those of a session, project and lane only if there is one. */
export const pagesOf = ({ session, project, lane }: Subjects): readonly string[] => [
  '/',
  '/lanes',
  ...(lane === undefined ? [] : LANE_TABS.map((tab) => `/lanes/${lane}${tab}`)),
  '/sessions',
  ...(session === undefined ? [] : SESSION_TABS.map((tab) => `/sessions/${session}${tab}`)),
  ...(project === undefined ? [] : [`/projects/${project}`]),
  '/search',
  '/search?q=test',
  '/search?q=nothing%20matches%20this',
  '/activity',
  '/activity?raw=true',
  ...['cost', 'activity', 'tools', 'agents', 'errors'].map((tab) => `/insights/${tab}?period=30d`),
  '/config',
  ...['skills', 'mcp', 'hooks', 'settings', 'plugins'].map((kind) => `/config?kind=${kind}`),
  '/config?tool=codex',
  '/alerts?view=history',
  ...SECTIONS.map(([path]) => path),
  '/nowhere',
]
