import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
const using = (pattern: RegExp): readonly string[] =>
  files.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).toSorted()

it('only one module types into panes', () => {
  expect(
    using(/\bpanes\.(?:paste|press)\(|\{[^}]*\b(?:paste|press)\b[^}]*\} = yield\* (?:\(yield\* )?Panes\b/),
  ).toEqual(['src/commands/runs/typing.ts'])
})

it('only the commands that decide about it use that module', () => {
  expect(using(/\btyping\.(?:paste|press|prompt)\(/)).toEqual([
    'src/commands/agent-config/reload.ts',
    'src/commands/queue/queue.ts',
    'src/commands/runs/messages.ts',
    'src/commands/runs/prompts.ts',
  ])
})

it('only the adapter of tmux sends keys', () => {
  const senders = using(/['"`]send-keys\b|paste-buffer/)
  expect(senders.filter((path) => !path.startsWith('src/adapters/tmux/'))).toEqual([])
})
