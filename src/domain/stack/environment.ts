import type { Ports } from './ports.js'
import { databaseOf, type Profile, redisIndexOf } from './profile.js'

interface StackPlace {
  readonly id: number
  readonly slot: number
  readonly ports: Ports
  readonly cwd: string
  readonly sourceRepo: string
  readonly branch: string | null
  readonly baseBranch: string
  readonly logDir: string
  readonly runDir: string
  readonly profile: Profile
}

/** Returns the variables that a hook gets besides those of the user: names, paths and numbers, never a secret. */
export const stackVariables = (place: StackPlace): Readonly<Record<string, string>> => {
  const { profile, slot, cwd, ports } = place
  const database = databaseOf(profile, slot)
  const redisIndex = redisIndexOf(profile, slot)
  return {
    LANE_ID: String(place.id),
    LANE_SLOT: String(slot),
    LANE_CWD: cwd,
    LANE_SOURCE_REPO: place.sourceRepo,
    LANE_BRANCH: place.branch ?? '',
    LANE_BASE_BRANCH: place.baseBranch,
    LANE_LOG_DIR: place.logDir,
    LANE_RUN_DIR: place.runDir,
    LANE_DIRS: profile.laneDirs.map((dir) => `${cwd}/${dir}`).join(':'),
    ...(database === null ? {} : { DB_NAME: database.name, DB_TEST_NAME: database.testName }),
    ...(redisIndex === null ? {} : { REDIS_INDEX: String(redisIndex) }),
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [`PORT_${name.toUpperCase()}`, String(port)])),
  }
}

const START = '# switchyard: start of the variables of this lane'
const END = '# switchyard: end'

const quoted = (value: string): string => (/^[\w./:@-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`)

/** Returns the text of an env file with the variables of a lane between two comments. The rest of the text stays. */
export const withVariables = (text: string, variables: Readonly<Record<string, string>>): string => {
  const block = [START, ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`), END].join('\n')
  const lines = text.split('\n')
  const [from, to] = [lines.indexOf(START), lines.indexOf(END)]
  if (from !== -1 && to > from) return [...lines.slice(0, from), block, ...lines.slice(to + 1)].join('\n')
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${block}\n`
}
