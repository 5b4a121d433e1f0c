import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Failure, USAGE } from './exit.js'
import { print, printJson, say } from './output.js'
import type { Ask } from './service.js'

export interface StartOptions {
  readonly promptFile?: string
  readonly slot?: string
  readonly tool?: string
  readonly model?: string
  readonly permissionMode?: string
  readonly json?: boolean
}

export interface StopOptions {
  readonly slot?: string
  readonly json?: boolean
}

const readPrompt = async (path: string): Promise<string> => {
  if (path === '-') return text(process.stdin)
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new Failure(`the prompt cannot be read: ${(error as Error).message}`)
  })
}

/** Returns the prompt that a user gave as an argument or as a file. */
export const promptOf = async (
  prompt: string | undefined,
  { promptFile }: Pick<StartOptions, 'promptFile'>,
): Promise<string | undefined> => {
  if (prompt !== undefined && promptFile !== undefined)
    throw new Failure('give the prompt as an argument or as --prompt-file, not both', USAGE)
  return promptFile === undefined ? prompt : readPrompt(promptFile)
}

/** Says how to see an agent that runs. */
export const runningHint = (lane: string, slot: number): string =>
  `the agent runs; see it with switchyard lanes attach ${lane}${slot === 0 ? '' : ` --slot ${slot}`}`

/** Starts an agent in a lane and prints the id of its run. */
export const start = async (
  ask: Ask,
  id: string,
  prompt: string | undefined,
  { promptFile, json, ...options }: StartOptions,
): Promise<void> => {
  const given = await promptOf(prompt, promptFile === undefined ? {} : { promptFile })
  // The service checks the values.
  const body = { ...options, ...(given === undefined ? {} : { prompt: given }) } as object
  const started = await ask('POST /api/lanes/:id/start', { id }, {}, body)
  if (json) return printJson(started)
  print(started.run_id)
  const where = `slot ${started.slot} of lane ${id}`
  return say(started.attached ? `an agent already waits in ${where}` : `${where}: ${runningHint(id, started.slot)}`)
}

/** Stops the program of one slot of a lane, or of all. */
export const stop = async (ask: Ask, id: string, { slot, json }: StopOptions): Promise<void> => {
  const body: object = slot === undefined ? {} : { slot }
  const answer = await ask('POST /api/lanes/:id/stop', { id }, {}, body)
  if (json) return printJson(answer)
  const { length } = answer.stopped
  return say(length === 0 ? 'nothing was running' : `stopped ${length} ${length === 1 ? 'program' : 'programs'}`)
}
