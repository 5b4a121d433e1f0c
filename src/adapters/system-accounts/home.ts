import { closeSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as Either from 'effect/Either'
import * as Effect from 'effect/Effect'
import type { AgentCliPort } from '../../commands/ports/agent-cli.js'
import type { AccountHome, HomeFollow } from '../../commands/ports/account-home.js'
import type { CliStatusWatch, CliStatusWatchParts } from '../../commands/ports/cli-status.js'
import type { TranscriptWatch, TranscriptWatchParts } from '../../commands/ports/transcript-watch.js'
import { PROVIDERS } from '../../domain/tools/catalog.js'
import { bytesOf, openAt } from '../files/regular-file.js'
import { isReadPath } from './home-path.js'

interface HomeParts {
  readonly home: string
  /** The folder of the account that is ours. */
  readonly dataDir: string
  readonly agentCli: Pick<AgentCliPort, 'install'>
  readonly announce: (server: { readonly host: string; readonly port: number; readonly pid: number }) => void
  readonly renewScript: () => void
  readonly watchSpool: (follow: HomeFollow) => { readonly close: () => Promise<void> }
  readonly watchTranscripts: (parts: TranscriptWatchParts) => TranscriptWatch
  readonly watchCliStatus: (parts: CliStatusWatchParts) => CliStatusWatch
}

/** Bytes that one read returns at most. */
const MOST_READ = 1024 * 1024

/** Returns the home of an account, as its own process sees it. */
export const accountHome = (parts: HomeParts): AccountHome => {
  const { home, dataDir, agentCli, announce, renewScript } = parts
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const claude = join(home, '.claude')
  const codex = join(home, '.codex')
  return {
    // The process of the account lives for as long as the service is connected, and hooks may ask whether it lives.
    announce: (server) => Effect.sync(() => announce({ ...server, pid: process.pid })),
    withdraw: Effect.sync(() => rmSync(join(dataDir, 'server'), { force: true })),
    installHooks: Effect.sync(() => {
      const given = PROVIDERS.map((provider) => agentCli.install(provider))
      return given.flatMap((one) => (Either.isLeft(one) ? [one.left.message] : []))
    }),
    read: (path, offset, length) =>
      Effect.sync(() => {
        const file = isReadPath(path) ? openAt(join(home, path)) : null
        if (file === null) return null
        try {
          return { size: file.stats.size, bytes: bytesOf(file.fd, Math.min(length, MOST_READ), offset) }
        } finally {
          closeSync(file.fd)
        }
      }),
    hasSettings: Effect.sync(() => lstatSync(join(claude, 'settings.json'), { throwIfNoEntry: false }) !== undefined),
    follow: (follow) =>
      Effect.async<never>(() => {
        renewScript()
        const changed = ({ path, size, mtimeMs }: { path: string; size: number; mtimeMs: number }): void =>
          follow.onFile({ path: relative(home, path), size, mtimeMs })
        const spool = parts.watchSpool(follow)
        const transcripts = parts.watchTranscripts({
          roots: { claude, codex },
          known: async () => new Map(),
          isKnown: () => false,
          onChanged: changed,
          onCompanion: changed,
          onDegraded: follow.onProblem,
          complain: follow.onProblem,
        })
        const status = parts.watchCliStatus({
          claudeHome: claude,
          onStatus: ({ pid, at }) => follow.onFile({ path: `.claude/sessions/${pid}.json`, size: -1, mtimeMs: at }),
        })
        return Effect.promise(async () => {
          status.close()
          await Promise.all([spool.close(), transcripts.close()])
        })
      }),
  }
}
