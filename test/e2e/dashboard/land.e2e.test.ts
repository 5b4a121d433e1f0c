import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { graveFaults, scrollsSideways } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../support/git/repository.js'

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

inChromium('The way of a lane to its base', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-land-')))
  const stage = useStage({ env: { HOME: home } })
  let shop: TestRepository
  let cards: TestRepository
  let lane = 0
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n}\n`)

  beforeAll(async () => {
    shop = repositoryAt(join(home, 'shop'), { 'long.txt': lines.join('') })
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const)
      shop.git('config', key, value)
    writeFileSync(join(shop.path, 'logo.png'), LOGO)
    shop.commit({})
    shop.git('worktree', 'add', '-q', '-b', 'cards', join(home, 'cards'), 'main')
    cards = openedAt(join(home, 'cards'))
    cards.commit({ 'long.txt': lines.with(3, 'three\n').with(20, 'twenty\n').join(''), 'new.txt': 'new\n' })
    const answer = await fetch(`${stage.url()}/api/lanes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: cards.path, title: 'Gift cards', base_branch: 'main' }),
    })
    lane = ((await answer.json()) as { lane: { id: number } }).lane.id
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('is reviewed by keyboard, accepted, landed and reverted', async () => {
    const page = await stage.open(`/lanes/${lane}?tab=changes`)
    await page.getByRole('status').filter({ hasText: '3 of 3 blocks not seen' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('v')
    await page.getByRole('status').filter({ hasText: '2 of 3 blocks not seen' }).waitFor()
    await page.keyboard.press('v')
    await page.locator('[data-file="new.txt"]').waitFor()
    await page.keyboard.press('V')
    await page.getByRole('status').filter({ hasText: 'Everything was seen' }).waitFor()

    // A check runs without an agent, and again.
    await fetch(`${stage.url()}/api/lanes/${lane}/checks/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'echo run >> ../runs; cat ../runs' }),
    })
    await page.getByText('Tests passed').click()
    await page.getByLabel('Output of Tests').getByText('run', { exact: true }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Run Tests again' }).click()
    await page.getByLabel('Output of Tests').getByText('run run', { exact: true }).waitFor()

    // No transcript records who wrote it.
    await page.keyboard.press('w')
    await page.getByRole('region', { name: 'Why is this here?' }).getByText('Not from a recorded edit').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('w')
    await page.getByRole('region', { name: 'Why is this here?' }).waitFor({ state: 'detached' })

    // A comment is a draft of its own block.
    await page.keyboard.press('i')
    await page.getByRole('textbox', { name: 'Comment' }).fill('Why new?')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-comment="draft"]', { hasText: 'Why new?' }).waitFor()
    await page.getByRole('button', { name: 'Send 1 comment' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.locator('[data-comment]').waitFor({ state: 'detached' })

    // An agent changes one block: only that is new.
    cards.commit({ 'long.txt': ['first\n', ...lines.with(3, 'three\n').with(20, 'twenty!\n')].join('') })
    await page.getByRole('status').filter({ hasText: '2 of 4 blocks not seen' }).waitFor()
    await page.getByRole('button', { name: 'Accept, 2 not seen' }).click()
    await page.getByText('Accepted', { exact: true }).first().waitFor()

    await page.keyboard.press('.')
    await page.getByRole('heading', { name: 'Land cards on main' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByLabel('Commit message').fill('Gift cards')
    await page.getByRole('button', { name: 'Land on main' }).click()
    await page.getByRole('heading', { name: 'Landed on main' }).waitFor()
    expect(gitIn(shop.path, 'log', '-1', '--format=%s')).toBe('Gift cards')
    expect(gitIn(shop.path, 'show', 'main:new.txt')).toBe('new')

    await page.getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('heading', { name: 'Land cards on main' }).waitFor()
    expect(() => gitIn(shop.path, 'show', 'main:new.txt')).toThrow()
  })

  it('says what is in the way, and fits a phone', async () => {
    shop.write('long.txt', 'mine\n')
    const page = await stage.open(`/lanes/${lane}?tab=land`, { viewport: { width: 390, height: 844 } })
    await page.locator('[data-check="checkout"][data-row-state="refused"]').getByText('has 1 changed file').waitFor()
    expect(await page.getByRole('button', { name: /^Land on main/ }).isDisabled()).toBe(true)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await graveFaults(page)).toEqual([])
    writeFileSync(join(cards.path, 'logo.png'), Buffer.concat([LOGO, Buffer.from('x')]))
    await page.goto(`${stage.url()}/lanes/${lane}?tab=changes&path=logo.png`)
    // Both versions of an image are shown.
    await page.getByRole('img', { name: 'logo.png, Before' }).waitFor()
    await page.getByRole('img', { name: 'logo.png, After' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await graveFaults(page)).toEqual([])
    await page.goto(`${stage.url()}/lanes/${lane}?tab=changes`)
    await page.getByText('No changes since').or(page.locator('[data-block]').first()).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await graveFaults(page)).toEqual([])
  })

  it('is taken together with other lanes of the repository, and ends in the archive', async () => {
    shop.git('checkout', '-q', '.')
    const ask = async <A>(path: string, body?: object): Promise<A> => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(stage.url() + path, body === undefined ? {} : sent)).json() as Promise<A>
    }
    const ids: number[] = []
    for (const name of ['wishes', 'taxes']) {
      shop.git('worktree', 'add', '-q', '-b', name, join(home, name), 'main')
      openedAt(join(home, name)).commit({ [`${name}.txt`]: `${name}\n` })
      const settings = { cwd: join(home, name), title: name, base_branch: 'main' }
      const { id } = (await ask<{ lane: { id: number } }>('/api/lanes', settings)).lane
      const { expect: seen } = await ask<{ expect: object }>(`/api/lanes/${id}/land`)
      await ask(`/api/lanes/${id}/accept`, { expect: seen })
      const data = { session_id: `of-${name}`, cwd: join(home, name), prompt: 'go', last_assistant_message: 'Done' }
      for (const hook_type of ['SessionStart', 'UserPromptSubmit', 'Stop']) await ask('/api/hooks', { hook_type, data })
      ids.push(id)
    }
    const page = await stage.open('/lanes')
    await page.getByRole('button', { name: 'Land together' }).click()
    await page
      .getByRole('button', { name: 'Move taxes up' })
      .or(page.getByRole('button', { name: 'Move wishes up' }))
      .first()
      .waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Land 2 lanes' }).click()
    await page.getByText('2 of 2 lanes landed on main').waitFor()
    await page.getByRole('button', { name: 'Land together' }).waitFor({ state: 'detached' })
    expect(await graveFaults(page)).toEqual([])
    expect(gitIn(shop.path, 'show', 'main:wishes.txt') + gitIn(shop.path, 'show', 'main:taxes.txt')).toBe('wishestaxes')

    await page.goto(`${stage.url()}/lanes/${ids[0]}?tab=land`)
    await page.getByRole('button', { name: 'Archive lane' }).click()
    await page.getByRole('button', { name: 'Take back from archive' }).waitFor()
    await page.goto(`${stage.url()}/lanes`)
    await page.getByRole('heading', { name: 'Archived' }).waitFor()
    expect(await page.locator(`a[data-lane="${ids[0]}"]`).count()).toBe(0)
  })
})
