import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/agents/until.js'
import { graveFaults, scrollsSideways } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt, type TestRepository } from '../../support/git/repository.js'
import { editLines } from '../../support/transcripts/edit-lines.js'

inChromium('What is not committed in a lane', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-work-')))
  const stage = useStage({ env: { HOME: home } })
  let shop: TestRepository
  let lane = 0
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n}\n`)
  const onDisk = (path: string): string => readFileSync(join(shop.path, path), 'utf8')
  const address = (): string => `/lanes/${lane}?tab=changes&range=uncommitted`

  beforeAll(async () => {
    shop = repositoryAt(join(home, 'shop'), { 'long.txt': lines.join(''), 'z.txt': 'z\n' })
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const)
      shop.git('config', key, value)
    shop.git('branch', 'start')
    const answer = await fetch(`${stage.url()}/api/lanes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: shop.path, title: 'Gift cards', base_branch: 'start' }),
    })
    lane = ((await answer.json()) as { lane: { id: number } }).lane.id
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('is staged by blocks, discarded, restored and committed by keyboard', async () => {
    shop.write('long.txt', lines.with(3, 'three\n').with(6, 'six\n').with(20, 'twenty\n').join(''))
    shop.write('new.txt', 'new\n')
    const page = await stage.open(address())
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await said('0 of 2 files staged')
    expect(await graveFaults(page)).toEqual([])
    await page.locator('[data-block][data-current]').waitFor()
    await page.keyboard.press('s')
    await page.locator('[data-block][data-staged]').waitFor()
    await said('1 of 2 files staged')
    expect(shop.git('diff', '--cached', '--numstat')).toBe('1\t1\tlong.txt')

    await page.keyboard.press('d')
    await page.getByText('Discarded in long.txt').waitFor()
    expect(onDisk('long.txt')).toContain('line 6\n')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored long.txt').waitFor()
    expect(onDisk('long.txt')).toContain('six\n')

    // A whole file asks first.
    await page.keyboard.press('J')
    await page.locator('[data-file="new.txt"]').waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await said('1 of 1 file staged')
    await page.getByRole('button', { name: 'Restore' }).click()
    await said('1 of 2 files staged')
    expect(onDisk('new.txt')).toBe('new\n')

    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Commit message' }).fill('Count three')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Committed: Count three').waitFor()
    expect(shop.git('show', '--numstat', '--format=%s', 'HEAD')).toBe('Count three\n\n1\t1\tlong.txt')

    await page.getByRole('textbox', { name: 'Commit message' }).fill('The rest')
    await page.getByRole('button', { name: 'Commit all 2 files' }).click()
    await page.getByText('Everything is committed.').waitFor()
    expect(shop.git('status', '--porcelain')).toBe('')

    await page.getByRole('link', { name: 'Commits' }).click()
    const commits = page.getByRole('navigation', { name: 'Commits' })
    await commits.getByRole('link', { name: /^The rest/ }).waitFor()
    await page.getByRole('region', { name: 'The rest' }).getByRole('heading', { name: 'new.txt' }).waitFor()
    expect(
      await page.getByRole('navigation', { name: 'Which changes' }).locator('[aria-current]').allTextContents(),
    ).toEqual(['Commits'])
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Count three' }).getByText('three', { exact: true }).waitFor()
    expect(await graveFaults(page)).toEqual([])
  })

  it('is divided into a commit for each turn', async () => {
    const id = '22222222-2222-4333-8444-555555555552'
    const { prompt, call } = editLines(id, shop.path)
    const named = { file_path: join(shop.path, 'long.txt') }
    const project = join(stage.places.claudeHome, 'projects', '-shop')
    mkdirSync(project, { recursive: true })
    writeFileSync(
      join(project, `${id}.jsonl`),
      [
        prompt(0, 'Greet first. Be polite'),
        call(1, 'toolu_01', 'Edit', named, [{ oldStart: 1, newStart: 1, lines: ['+hello', ' line 0'] }]),
        prompt(60, 'Say goodbye'),
        call(61, 'toolu_02', 'Edit', named, [{ oldStart: 31, newStart: 31, lines: [' line 29', '+bye'] }]),
      ].join(''),
    )
    const before = onDisk('long.txt')
    shop.write('long.txt', `hello\n${before}bye\n`)
    shop.write('by-hand.txt', 'hand\n')
    await until('the turns', async () => {
      const plan = await fetch(`${stage.url()}/api/lanes/${lane}/git/commit-turns`)
      return ((await plan.json()) as { commits: unknown[] }).commits.length === 3
    })
    const page = await stage.open(address(), { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'One commit per turn' }).click()
    const dialog = page.getByRole('dialog', { name: 'One commit per turn' })
    await dialog.getByRole('textbox', { name: /^Turn 2 of / }).waitFor()
    for (const [at, message] of ['Greet first', 'Say goodbye', 'Other changes'].entries())
      expect(await dialog.getByRole('textbox').nth(at).inputValue()).toBe(message)
    expect(await graveFaults(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await dialog.getByRole('textbox', { name: 'Everything else' }).fill('')
    await dialog.getByRole('button', { name: 'Make 3 commits' }).click()
    await dialog.getByText('Enter a message.').waitFor()
    await dialog.getByRole('textbox', { name: 'Everything else' }).fill('By hand')
    // An agent continues meanwhile: nothing is committed that is not shown.
    shop.write('soon.txt', 'soon\n')
    await dialog.getByRole('button', { name: 'Make 3 commits' }).click()
    await dialog.getByText('by-hand.txt, soon.txt').waitFor()
    expect(shop.git('log', '--format=%s', '-1')).toBe('The rest')
    await dialog.getByRole('button', { name: 'Make 3 commits' }).click()
    await page.getByText('3 commits made').waitFor()
    await page.getByText('Everything is committed.').waitFor()
    expect(shop.git('log', '--format=%s', '-3').split('\n')).toEqual(['Other changes', 'Say goodbye', 'Greet first'])
    expect(shop.git('show', 'HEAD~2:long.txt')).toBe(`hello\n${before}`.trimEnd())
  })

  it('shows a merge that stopped, and how its conflicts are resolved', async () => {
    shop.git('switch', '-q', '-c', 'other')
    shop.commit({ 'long.txt': lines.with(3, 'theirs\n').with(20, 'theirs too\n').join(''), 'z.txt': 'theirs\n' })
    shop.git('switch', '-q', '-')
    shop.commit({ 'long.txt': lines.with(3, 'ours\n').with(20, 'ours too\n').join(''), 'z.txt': 'ours\n' })
    expect(() => shop.git('merge', '-q', 'other')).toThrow()
    const page = await stage.open(`${address()}&path=long.txt`, { viewport: { width: 390, height: 844 } })
    await page.getByText('A merge stopped: 2 files conflict').waitFor()
    expect(await page.getByRole('button', { name: 'Commit merge' }).isDisabled()).toBe(true)
    await page.getByRole('region', { name: 'Conflict 1 of 2' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('region', { name: 'Conflict 1 of 2' }).getByRole('button', { name: 'Both' }).click()
    await page.getByRole('region', { name: 'Conflict 1 of 1' }).waitFor()
    await page.keyboard.press('t')
    await page.getByText('0 conflicts left').waitFor()
    expect(onDisk('long.txt')).toBe(lines.with(3, 'ours\ntheirs\n').with(20, 'theirs too\n').join(''))
    await page.getByRole('button', { name: 'Mark resolved' }).click()
    await page.getByText('A merge stopped: 1 file conflicts').waitFor()
    await page.locator('[data-file="z.txt"]').getByRole('button', { name: 'Use ours' }).click()
    await page.getByText('All conflicts are resolved.').waitFor()
    await page.getByRole('button', { name: 'Commit merge' }).click()
    await page.getByText('Everything is committed.').waitFor()
    expect(shop.git('log', '-1', '--format=%P').split(' ')).toHaveLength(2)
    expect(onDisk('z.txt')).toBe('ours\n')
  })

  it('is shown also when the base branch was deleted, and another base can be chosen', async () => {
    shop.git('branch', '-q', '-D', 'start')
    shop.write('late.txt', 'late\n')
    const page = await stage.open(`/lanes/${lane}?tab=changes`)
    const problem = page.getByRole('alert').filter({ hasText: 'start' })
    await problem.waitFor()
    expect(await graveFaults(page)).toEqual([])
    const ranges = page.getByRole('navigation', { name: 'Which changes' })
    await ranges.getByRole('link', { name: 'Uncommitted' }).click()
    await page.getByRole('status').filter({ hasText: '0 of 1 file staged' }).waitFor()
    await ranges.getByRole('link', { name: 'Branch' }).click()
    await problem.getByRole('link', { name: 'Choose another base branch' }).click()
    await page.getByText('Base branch', { exact: true }).waitFor()
  })
})
