import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Preflight = RouteAnswer<'GET /api/lanes/:id/land'>

// By hand: LAND_CASES=500 npx vitest run --project int test/int/http/handlers/lane/landing.property
const CASES = Number(process.env['LAND_CASES'] ?? 25)

const FILES = ['a.txt', 'b.txt', 'c.txt'] as const
const LINES = Array.from({ length: 12 }, (_, n) => `line ${n}`)

/** Something that happens to a branch or a directory: one line of a file is replaced, and committed or not. */
interface Change {
  readonly where: 'lane' | 'base'
  readonly file: (typeof FILES)[number]
  readonly line: number
  readonly isCommitted: boolean
}
const change: fc.Arbitrary<Change> = fc.record({
  where: fc.constantFrom<Change['where']>('lane', 'base'),
  file: fc.constantFrom(...FILES),
  line: fc.nat({ max: LINES.length - 1 }),
  isCommitted: fc.constantFrom(true, true, true, true, false),
})

let root: string
let app: App
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-land-law-')))
  app = await startApp({ HOME: root }, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const post = async (path: string, body: object) => {
  const { status, json } = await app.send<{ error?: { code: string }; commit?: string; lane?: { id: number } }>(path, {
    method: 'POST',
    body,
  })
  return { status, ...json }
}

const apply = (
  to: { lane: TestRepository; base: TestRepository },
  n: number,
  { where, file, line, ...rest }: Change,
) => {
  const repository = to[where]
  const path = join(repository.path, file)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, `${lines.with(line, `${where} ${n}`).join('\n')}\n`)
  if (!rest.isCommitted) return
  repository.git('add', file)
  repository.git('commit', '--quiet', '--allow-empty', '-m', `${where} ${n}`)
}

/** Everything of the user that a landing may not change without having said so. */
const stateOf = ({ lane, base }: { lane: TestRepository; base: TestRepository }) => ({
  refs: base.git('for-each-ref'),
  base: base.git('diff', 'HEAD'),
  lane: lane.git('diff', 'HEAD'),
  files: FILES.map((file) => readFileSync(join(base.path, file), 'utf8')),
  merging: base.git('status', '--porcelain=v2', '--branch').includes('unmerged'),
})

let cases = 0
it('a landing changes what its preflight showed, or nothing', { timeout: 600_000 }, async () => {
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<readonly Change[]>([]) },
        { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
      ),
      fc.constantFrom('merge', 'squash'),
      fc.boolean(),
      async (before, meanwhile, how, isAccepted) => {
        const name = `law-${++cases}`
        const base = repositoryAt(
          join(root, name),
          Object.fromEntries(FILES.map((file) => [file, `${LINES.join('\n')}\n`])),
        )
        base.git('config', 'user.name', 'Ada')
        base.git('config', 'user.email', 'ada@example.com')
        base.git('worktree', 'add', '-q', '-b', 'work', join(root, `${name}-lane`), 'main')
        const both = { lane: openedAt(join(root, `${name}-lane`)), base }
        for (const [n, one] of before.entries()) apply(both, n, one)
        const { lane } = await post('/api/lanes', { cwd: both.lane.path, title: name, base_branch: 'main' })
        const path = `/api/lanes/${lane?.id}`
        const shown = await app.get<Preflight>(`${path}/land`)
        if (isAccepted) await post(`${path}/accept`, { expect: shown.expect })
        const [head, main] = [shown.expect.head, shown.expect.base]
        const isConflict = shown.conflicts !== null && shown.conflicts.length > 0
        const tree = isConflict ? '' : base.git('merge-tree', '--write-tree', main, head)
        for (const [n, one] of meanwhile.entries()) apply(both, 100 + n, one)

        const earlier = stateOf(both)
        const landed = await post(`${path}/land`, { how, expect: shown.expect, confirm: true })
        const outcome = landed.status === 200 ? 'landed' : (landed.error?.code ?? '')
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (landed.status !== 200) {
          expect(['ESTALE', 'ENOTLANDABLE', 'EGIT']).toContain(outcome)
          expect(stateOf(both)).toEqual(earlier)
          return
        }
        // What was shown is on the base, on top of what was shown of it, and nothing else has changed.
        expect(shown.verdict).not.toBe('refused')
        expect(base.git('rev-parse', 'main^{tree}')).toBe(tree)
        expect(base.git('rev-parse', 'main^1')).toBe(main)
        expect(base.git('log', '-1', '--format=%P', 'main').split(' ').slice(1)).toEqual(how === 'merge' ? [head] : [])
        expect([base.git('diff', 'HEAD'), both.lane.git('rev-parse', 'HEAD')]).toEqual(['', head])
        expect(both.lane.git('diff', 'HEAD')).toBe(earlier.lane)
      },
    ),
    { numRuns: CASES },
  )
  // A generator that never lands, or always, would prove nothing.
  expect(outcomes.get('landed') ?? 0).toBeGreaterThan(0)
  expect(outcomes.size).toBeGreaterThan(1)
})
