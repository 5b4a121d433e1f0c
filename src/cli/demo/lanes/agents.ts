import { readFileSync, watch, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../../commands/ports/clock.js'
import type { Instant } from '../../../domain/time.js'
import type { Beat } from '../beat.js'
import type { Client } from '../client.js'
import type { Directories } from '../directories.js'
import { seededRandom } from '../random.js'
import { type Pace, simulate } from '../simulate.js'
import { requested } from '../stories/lanes.js'
import type { Story } from '../story.js'
import { runFiles, SIGNS } from './program.js'
import { shownAt } from './screen.js'

interface Parts {
  readonly clock: Clock
  readonly directories: Directories
  readonly client: Client
  /** Where the programs in the panes write their files. */
  readonly folder: string
  readonly complain: (line: string) => void
}

interface Played {
  readonly story: Story
  readonly secondsAgo: number
}

/** The pane of an agent. */
interface Terminal {
  readonly run: string
  readonly show: (text: string) => Promise<unknown>
  readonly typed: () => string
}

const PACE: Pace = { thinks: [3, 9], runs: [1, 8], appetite: 0.4 }

/** How the user answered a permission request. */
interface Given {
  readonly seconds: number
  readonly denied: boolean
}

const DENIED = { output: "The user doesn't want to proceed with this tool use.", failed: true }

/** Returns the story with the answers that the user gave to its first permissions. After a denied one, the turn ends. */
const answeredWith = (story: Story, answers: readonly Given[]): Story => {
  const left = [...answers]
  const turns = story.turns.map((turn) => {
    let isDenied = false
    const steps = turn.steps.flatMap((step) => {
      if (isDenied) return []
      const answer = step.does === 'call' && step.asks > 0 ? left.shift() : undefined
      if (step.does !== 'call' || answer === undefined) return [step]
      isDenied = answer.denied
      return [{ ...step, asks: answer.seconds, ...(isDenied ? DENIED : {}) }]
    })
    return isDenied ? { ...turn, steps, reply: 'I have not run this. What should I do instead?' } : { ...turn, steps }
  })
  return { ...story, turns }
}

/** The keys for the second option of a permission, and Escape. */
const DENIES = ['2', '\u001b']

/** Changes a file in the directory of an agent as the tool call of a hook says. */
const edited = ({ body }: NonNullable<Beat['hook']>, cwd: string): void => {
  if (body['hook_event_name'] !== 'PostToolUse') return
  const { file_path, old_string, new_string, command = '' } = body['tool_input'] as Readonly<Record<string, string>>
  const patched = PATCH.exec(command)?.groups
  if (body['tool_name'] === 'Edit' && file_path !== undefined && old_string !== undefined && new_string !== undefined)
    replaceIn(file_path, old_string, new_string)
  else if (patched !== undefined) {
    const lines = (patched['lines'] ?? '').trimEnd().split('\n')
    const of = (sign: string): string =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n')
    replaceIn(join(cwd, patched['path'] ?? ''), of('-'), of('+'))
  }
}

/** A patch with one change of one file, as the stories of the demo have them. */
const PATCH = /^\*\*\* Update File: (?<path>.+)\n@@\n(?<lines>(?:[-+].*\n)+)\*\*\* End Patch/m

/** Replaces a text in a file. An empty one stands for its end. */
const replaceIn = (path: string, from: string, to: string): void => {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, from === '' ? `${text.replace(/\n?$/, '\n')}${to}\n` : text.replace(from, () => to))
}

const keyOf = (provider: Story['provider'], prompt: string): string => `${provider} ${prompt}`

const isPermission = (beat: Beat | undefined): boolean => beat?.hook?.body['hook_event_name'] === 'PermissionRequest'

/** Plays the agents of the lanes: what is in their panes, and what they report. */
export const laneAgents = ({ clock, directories, client, folder, complain }: Parts) => {
  /** What the agents in these directories do; the user may start others. */
  const planned = new Map<string, Played>()
  /** What agents do that are started with a prompt in a directory that is not known before. */
  const prompted = new Map<string, Played>()
  const closing = new AbortController()
  const panes = new Map<string, { readonly stop: AbortController; typed: () => void }>()
  const random = seededRandom(30)

  const play = async (played: Played, cwd: string, stop: AbortSignal, terminal?: Terminal): Promise<void> => {
    const [session, seed] = [random.uuid(), random.int(1, 1_000_000)]
    const startedAt = clock.now() - played.secondsAgo * 1000
    const story = { ...played.story, project: { ...played.story.project, cwd } }
    const answers: Given[] = []
    const beatsNow = (): readonly Beat[] =>
      simulate({ story: answeredWith(story, answers), session, startedAt, pace: PACE, random: seededRandom(seed) })
    let beats = beatsNow()
    const until = async (at: Instant, signal: AbortSignal): Promise<void> => {
      if (at > clock.now()) await setTimeout(at - clock.now(), undefined, { signal })
      stop.throwIfAborted()
    }
    /** Waits for the time of a beat, or until the user answers in the terminal. */
    const answered = async (at: Instant, askedAt: Instant): Promise<void> => {
      const pane = panes.get(terminal?.run ?? '')
      const early = new AbortController()
      if (pane !== undefined) pane.typed = () => early.abort()
      await until(at, AbortSignal.any([stop, early.signal])).catch((error: unknown) => {
        if (!early.signal.aborted) throw error
      })
      stop.throwIfAborted()
      if (pane !== undefined) pane.typed = () => undefined
      const seconds = (Math.min(at, clock.now()) - askedAt) / 1000
      answers.push({ seconds, denied: early.signal.aborted && DENIES.includes(terminal?.typed().at(-1) ?? '') })
      beats = beatsNow()
    }
    try {
      for (let index = 0; index < beats.length; index += 1) {
        const [last, next] = [beats[index - 1], beats[index]]
        if (next === undefined) break
        await (last !== undefined && isPermission(last) ? answered(next.at, last.at) : until(next.at, stop))
        const { at, lines, hook } = beats[index] ?? next
        for (const line of lines) directories.append(line)
        if (hook === null) continue
        edited(hook, cwd)
        await terminal?.show(shownAt(hook))
        await client.hook(hook, at, terminal?.run)
      }
    } finally {
      const body = { session_id: session, cwd, hook_event_name: 'SessionEnd', reason: 'other' }
      if (stop.aborted && !closing.signal.aborted)
        await client.hook({ provider: story.provider, body }, clock.now(), terminal?.run)
    }
  }

  /** Plays the agent for the program in a pane, until the program exits. */
  const playIn = async (run: string): Promise<void> => {
    const files = runFiles(folder, run)
    const [name = '', cwd = '', ...args] = readFileSync(files.started, 'utf8').trimEnd().split('\n')
    const prompt = args.includes('--') ? args.slice(args.indexOf('--') + 1).join('\n') : 'Look around.'
    const provider = basename(name) === 'codex' ? 'codex' : 'claude'
    const key = keyOf(provider, prompt)
    const played = planned.get(cwd) ?? prompted.get(key) ?? { story: requested({ provider, prompt }), secondsAgo: 0 }
    planned.delete(cwd)
    prompted.delete(key)
    const stop = new AbortController()
    panes.set(run, { stop, typed: () => undefined })
    // For reading too: then opening does not wait for the other side.
    const screen = await open(files.screen, 'r+')
    try {
      const signal = AbortSignal.any([closing.signal, stop.signal])
      const typed = () => readFileSync(files.typed, 'latin1')
      await play(played, cwd, signal, { run, show: (text) => screen.write(text), typed })
    } finally {
      panes.delete(run)
      await screen.close()
    }
  }

  const playing = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const over = work
      .catch((error: unknown) => {
        if ((error as Error).name !== 'AbortError') complain(`a demo agent stopped: ${String(error)}`)
      })
      .finally(() => playing.delete(over))
    playing.add(over)
  }
  const watcher = watch(folder, (_event, file) => {
    const [run = '', sign] = file?.split('.') ?? []
    if (`.${sign}` === SIGNS.started && !panes.has(run)) track(playIn(run))
    else if (`.${sign}` === SIGNS.typed) panes.get(run)?.typed()
    else if (`.${sign}` === SIGNS.ended) panes.get(run)?.stop.abort()
  })

  return {
    /** Sets what the next agent that is started in a directory does. */
    plan: (cwd: string, played: Played): void => void planned.set(cwd, played),
    /** Sets what the next agent that is started with a prompt does. */
    planFor: (prompt: string, played: Played): void => void prompted.set(keyOf(played.story.provider, prompt), played),
    /** Plays an agent that has no pane. */
    playWithoutPane: (cwd: string, played: Played): void => track(play(played, cwd, closing.signal)),
    close: async (): Promise<void> => {
      watcher.close()
      closing.abort()
      await Promise.all(playing)
    },
  }
}

export type LaneAgents = ReturnType<typeof laneAgents>
