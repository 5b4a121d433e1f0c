import { reject, type Rejection } from '../../../domain/rejection.js'
import { programBeside } from '../../threads/program.js'
import { Thread } from '../../threads/worker.js'
import { rebuilding } from '../db.js'
import type { SideAsks, SideData, SideProtocol } from './messages.js'

// It reads and writes in a stream, so most objects die young: a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds. Commits within this time are processed together. */
const FOLLOW_MS = 250
/** Milliseconds. The thread takes about 12 MB while nobody needs it, and 100 ms to start again. */
const IDLE_MS = 60_000

const unavailable = (): Rejection =>
  reject('EUNAVAILABLE', 'search and insights are restarting; try again in a few seconds')

type Asked = { readonly [K in keyof SideAsks]: (...args: Parameters<SideAsks[K]>) => Promise<ReturnType<SideAsks[K]>> }

/** Data derived from the log off the request path: search in events and conversations, and insights. */
interface Side extends Omit<Asked, 'follow'> {
  /** Reports a commit. */
  readonly moved: () => void
  readonly close: () => Promise<void>
}

/**
 * Opens the side thread. It starts with the first message, so that the import of a whole history is not processed event by
 * event.
 * @param ready whether the tables that the thread reads can be read; checked here, because the thread uses its own connection
 */
export const openSide = (
  data: SideData,
  ready: () => boolean,
  complain: (line: string) => void,
  program: URL = programBeside(import.meta.url, 'side-worker'),
): Side => {
  const thread = new Thread<SideProtocol>({
    name: 'the search thread',
    program,
    memory: MEMORY,
    data: () => data,
    // A search that crashed the thread would crash it again.
    whenCrashed: 'fail',
    refusal: unavailable,
    idleMs: IDLE_MS,
    complain,
    onReport: complain,
  })
  let timer: NodeJS.Timeout | null = null
  const asking =
    <K extends keyof SideAsks>(name: K) =>
    async (...args: Parameters<SideAsks[K]>): Promise<ReturnType<SideAsks[K]>> => {
      if (!ready()) throw rebuilding()
      return (await thread.ask(name, ...(args as never))) as ReturnType<SideAsks[K]>
    }
  let following = false
  let again = false
  /** One question at a time: the thread may follow a long history while commits continue. */
  const follow = async (): Promise<void> => {
    again = following
    if (following) return
    following = true
    // A thread that crashed follows by itself once it is restarted.
    await thread.ask('follow').catch(() => undefined)
    following = false
    if (again) await follow()
  }
  return {
    moved: () => {
      timer ??= setTimeout(() => {
        timer = null
        void follow()
      }, FOLLOW_MS).unref()
    },
    find: asking('find'),
    search: asking('search'),
    searchSessions: asking('searchSessions'),
    agents: asking('agents'),
    evidence: asking('evidence'),
    turns: asking('turns'),
    strip: asking('strip'),
    hookPage: asking('hookPage'),
    hookFind: asking('hookFind'),
    hookLine: asking('hookLine'),
    sessions: asking('sessions'),
    sessionFacets: asking('sessionFacets'),
    sessionGroups: asking('sessionGroups'),
    projects: asking('projects'),
    project: asking('project'),
    workflows: asking('workflows'),
    skills: asking('skills'),
    analytics: asking('analytics'),
    analyticsBetween: asking('analyticsBetween'),
    finished: asking('finished'),
    costTab: asking('costTab'),
    activityTab: asking('activityTab'),
    toolsTab: asking('toolsTab'),
    agentsTab: asking('agentsTab'),
    errorsTab: asking('errorsTab'),
    usage: asking('usage'),
    dailyCosts: asking('dailyCosts'),
    forget: asking('forget'),
    close: async () => {
      again = false
      if (timer !== null) clearTimeout(timer)
      await thread.close()
    },
  }
}
