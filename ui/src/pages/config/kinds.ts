import type { Provider } from '../../../../src/domain/tools/catalog.js'
import type { RouteAnswer, RouteBody } from '../../../../src/http/contract/index.js'

/** What is listed of each tool, in the order of the navigation. */
export const KINDS = {
  claude: [
    'overview',
    'skills',
    'agents',
    'commands',
    'output-styles',
    'mcp',
    'hooks',
    'settings',
    'memory',
    'plugins',
    'marketplaces',
    'keybindings',
    'statusline',
    'hook-scripts',
  ],
  codex: ['overview', 'skills', 'agents', 'rules', 'memory', 'mcp', 'plugins', 'marketplaces', 'config'],
} as const

export type Kind = (typeof KINDS)[Provider][number]

/** What the agents of both tools sign in with, and where their requests go. */
export const ROUTING = ['profiles', 'pool', 'proxies'] as const
export type Routing = (typeof ROUTING)[number]

export const isRouting = (kind: Kind | Routing): kind is Routing => ROUTING.some((known) => known === kind)

/** The kinds that are files, with the type by which the service knows each. */
export const FILE_TYPES = {
  skills: 'skill',
  agents: 'agent',
  commands: 'command',
  'output-styles': 'output-style',
  'hook-scripts': 'hook-script',
  rules: 'rule',
  memory: 'memory',
} as const satisfies Partial<Record<Kind, string>>

export type ShelfKind = keyof typeof FILE_TYPES
export type FileType = NonNullable<RouteAnswer<'GET /api/cc-config/file'>['type']>

export const isShelf = (kind: Kind): kind is ShelfKind => kind in FILE_TYPES

export type Item = RouteAnswer<'GET /api/cc-config/skills'>['items'][number]
export type Server = RouteAnswer<'GET /api/cc-config/mcp'>['items'][number]
export type Source = Item['scope']
export type FileText = RouteAnswer<'GET /api/cc-config/file'>

/** A file, as requests name it. */
export type FileAt = Pick<RouteBody<'DELETE /api/cc-config/file'>, 'scope' | 'type' | 'cwd'> & {
  readonly name: string | null
}

/** Where the page looks. */
export interface Place {
  readonly tool: Provider
  readonly project: string | undefined
  /** Only what projects have, for those who may not see the host. */
  readonly isProjectOnly: boolean
  readonly canChange: boolean
}

/** An item as the address of the page names it. */
export const addressOf = ({ scope, name }: Pick<Item, 'scope' | 'name'>): string => `${scope}:${name}`

/** The part of the address that stays when another kind or item opens. */
export const placeSearch = ({ tool, project }: Pick<Place, 'tool' | 'project'>) => ({
  ...(tool === 'codex' ? { tool } : {}),
  ...(project === undefined ? {} : { project }),
})
