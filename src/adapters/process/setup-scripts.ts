import { constants, closeSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { SetupScript, SetupScriptsPort } from '../../commands/ports/setup-scripts.js'
import { MINUTE } from '../../domain/time.js'
import { contentDigest } from '../../events/digest.js'
import { bytesOf, openRegular } from '../files/regular-file.js'
import { run } from './run.js'

const SETUP = join('.svc', 'profile', 'hooks', 'setup')
const MAX_SCRIPT = 256 * 1024
/** Dependencies of a large project are installed for minutes. */
const SETUP_MS = 15 * MINUTE
const MAX_OUTPUT = 64 * 1024 * 1024
/** Lines of its output that are kept if it fails. */
const LAST_LINES = 8

/** Returns the port for the setup scripts of repositories. */
export const setupScripts = ({ env }: { readonly env: Readonly<Record<string, string>> }): SetupScriptsPort => ({
  find: (workingDir) => Effect.sync(() => scriptAt(join(workingDir, SETUP))),
  run: ({ path, digest }, { cwd, sourceRepo, branch }) =>
    Effect.suspend(() => {
      if (scriptAt(path)?.digest !== digest) return Effect.succeed('the setup script was changed, and did not run')
      const variables = { ...env, LANE_CWD: cwd, LANE_SOURCE_REPO: sourceRepo, LANE_BRANCH: branch }
      return run({ program: path, args: [], env: variables, cwd, timeout: SETUP_MS, maxOutput: MAX_OUTPUT }).pipe(
        Effect.map(({ code, signal, output, complaint }) =>
          code === 0
            ? null
            : `the setup script ended with ${code ?? signal}${lastLines(`${output.toString('utf8')}\n${complaint}`)}`,
        ),
        Effect.catchTags({
          CannotStart: ({ reason }) => Effect.succeed(`the setup script could not be started: ${reason}`),
          TimedOut: ({ milliseconds }) =>
            Effect.succeed(`the setup script did not finish within ${milliseconds / MINUTE} minutes`),
          TooMuchOutput: () => Effect.succeed('the setup script was ended: it printed too much'),
        }),
      )
    }),
})

const lastLines = (output: string): string => {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? '' : `:\n${lines.slice(-LAST_LINES).join('\n')}`
}

const scriptAt = (path: string): SetupScript | null => {
  const opened = openRegular(path)
  if (opened === null) return null
  try {
    const { size, mode } = opened.stats
    if (size > MAX_SCRIPT || (mode & (constants.S_IXUSR | constants.S_IXGRP | constants.S_IXOTH)) === 0) return null
    const bytes = bytesOf(opened.fd, size)
    const digest = contentDigest([bytes.toString('latin1')])
    return { path, text: bytes.includes(0) ? '' : bytes.toString('utf8'), digest }
  } finally {
    closeSync(opened.fd)
  }
}
