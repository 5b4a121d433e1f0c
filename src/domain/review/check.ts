import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { MINUTE } from '../time.js'

/** What a command checks. */
export const CHECK_KINDS = ['test', 'types', 'lint', 'build'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** Milliseconds that a check may run. */
export const CHECK_MS = 30 * MINUTE
/** Characters of its output that are stored: the end says what failed. */
export const CHECK_OUTPUT = 4000
const MAX_COMMAND = 2000

const wrong = (field: string, message: string) =>
  Either.left(reject('EBADFIELD', `${field}: ${message}`, { fields: { field } }))

/** Reads which check is to run, and its command; undefined: the one that ran last. */
export const readCheck = (
  name: string,
  command: unknown,
): Either.Either<{ readonly kind: CheckKind; readonly command: string | undefined }, Rejection<'EBADFIELD'>> => {
  const kind = CHECK_KINDS.find((one) => one === name)
  if (kind === undefined) return wrong('name', `must be one of ${CHECK_KINDS.join(', ')}`)
  if (command === undefined || command === null) return Either.right({ kind, command: undefined })
  if (typeof command !== 'string' || command.trim() === '' || command.length > MAX_COMMAND || command.includes('\0'))
    return wrong('command', `must be a text of at most ${MAX_COMMAND} characters`)
  return Either.right({ kind, command })
}

/** Runners of scripts, which may be named before the name of the script. */
const SCRIPT = String.raw`(?:npm|pnpm|yarn|bun|deno task|just|task|make|composer)(?: run)?(?: -\S+)* `

const KINDS: Readonly<Record<CheckKind, RegExp>> = {
  test: new RegExp(
    String.raw`^(?:${SCRIPT}(?:t|test|tests|check)(?![\w-])|(?:npx |pnpm exec |yarn |bunx |uv run |poetry run )?(?:vitest|jest|mocha|ava|playwright test|pytest|tox|nox|rspec|phpunit|ctest)\b|python3? -m (?:pytest|unittest)\b|(?:go|cargo|dotnet|swift|mix|deno|bun|flutter|dart|zig build|node --) ?test\b|node --test\b|(?:mvn|\./mvnw|gradle|\./gradlew)\b.* ?(?:test|verify|check)\b|bundle exec (?:rspec|rake test)\b)`,
  ),
  types: new RegExp(
    String.raw`^(?:${SCRIPT}(?:typecheck|type-check|types|tsc)(?![\w-])|(?:npx |pnpm exec |yarn |bunx |uv run |poetry run )?(?:tsc|vue-tsc|mypy|pyright|basedpyright|flow check)\b|cargo check\b|go vet\b)`,
  ),
  lint: new RegExp(
    String.raw`^(?:${SCRIPT}(?:lint|eslint|format:check)(?![\w-])|(?:npx |pnpm exec |yarn |bunx |uv run |poetry run )?(?:eslint|oxlint|biome (?:check|ci|lint)|ruff(?: check)?|flake8|pylint|stylelint|prettier --check|golangci-lint|rubocop|shellcheck)\b|cargo (?:clippy|fmt --check)\b)`,
  ),
  build: new RegExp(
    String.raw`^(?:${SCRIPT}(?:build|compile)(?![\w-])|make(?: -\S+)*$|(?:npx |pnpm exec |yarn |bunx )?(?:vite|next|webpack|rollup|esbuild|turbo) build\b|(?:go|cargo|dotnet|swift) build\b|(?:mvn|\./mvnw)\b.* (?:package|install)\b|(?:gradle|\./gradlew)\b.* (?:assemble|build)\b)`,
  ),
}

/** A check that a command runs. */
export interface CheckRun {
  readonly kind: CheckKind
  /** Whether the exit code of the whole command is that of this check when it succeeded; a pipe or a `;` hides it. */
  readonly isTold: boolean
}

const withoutQuoted = (command: string): string => command.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '""')

const kindOf = (part: string): CheckKind | undefined => {
  const words = part
    .trim()
    .replace(/^(?:env )?(?:[A-Z_][A-Z0-9_]*=\S* )*/i, '')
    .replace(/^(?:time|timeout \S+|nice) /, '')
  return CHECK_KINDS.find((kind) => KINDS[kind].test(words))
}

/**
 * Returns what a shell command checks. Parts that `&&` joins all succeeded if the command did. Behind a pipe, `;`, `||` or `&` the
 * exit code may be that of something else.
 */
export const checksIn = (command: string): readonly CheckRun[] => {
  const plain = withoutQuoted(command.replaceAll('\\\n', ' '))
  const isChain = !/[;|\n]|(?<!&)&(?!&)/.test(plain.replace(/\d?>&\d|&>/g, ''))
  const found = new Map<CheckKind, CheckRun>()
  for (const part of plain.split(/&&|\|\||[;|\n]/)) {
    const kind = kindOf(part)
    if (kind !== undefined) found.set(kind, { kind, isTold: isChain })
  }
  return [...found.values()]
}
