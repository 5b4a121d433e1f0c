import { describe, expect, it } from 'vitest'
import { checksIn } from '../../../../src/domain/review/check.js'

describe('what a command checks', () => {
  it.each([
    ['npm test', 'test'],
    ['npm run -s test', 'test'],
    ['cd packages/cart && pnpm test', 'test'],
    ['CI=1 npx vitest run src/cart', 'test'],
    ['go test ./...', 'test'],
    ['uv run pytest -q', 'test'],
    ['./gradlew :app:check', 'test'],
    ['python -m pytest', 'test'],
    ['npx tsc --noEmit', 'types'],
    ['npm run typecheck', 'types'],
    ['cargo clippy -- -D warnings', 'lint'],
    ['yarn eslint .', 'lint'],
    ['make', 'build'],
    ['timeout 60 npm run build', 'build'],
    ['npm test 2>&1', 'test'],
  ])('%s', (command, kind) => {
    expect(checksIn(command)).toEqual([{ kind, isTold: true }])
  })

  it.each([
    'git commit -m "npm test"',
    'echo npm test',
    'npm install',
    'cat test.log',
    'npm run test-server',
    'grep -r pytest .',
    'npm run build-storybook',
    '',
  ])('is nothing in %s', (command) => {
    expect(checksIn(command)).toEqual([])
  })

  it('is everything that && joins', () => {
    expect(checksIn('npm run lint && npm run typecheck && npm test')).toEqual([
      { kind: 'lint', isTold: true },
      { kind: 'types', isTold: true },
      { kind: 'test', isTold: true },
    ])
  })

  it.each(['npm test | tail -5', 'npm test; echo done', 'npm test || true', 'npm test &', 'npm test\necho done'])(
    'may have failed although this succeeded: %s',
    (command) => {
      expect(checksIn(command)).toEqual([{ kind: 'test', isTold: false }])
    },
  )
})
