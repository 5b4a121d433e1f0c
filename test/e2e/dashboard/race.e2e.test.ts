import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choose } from '../../support/browser/choose.js'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt } from '../../support/git/repository.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

const PROMPT = 'Accept small typos in the search. Exact hits stay fast.'

/** An agent that commits once, one line with the model haiku and three without, and has finished. */
const agentAt = (url: string): string => `#!/bin/sh
hook() {
  curl -s -X POST ${url}/api/hooks -H 'content-type: application/json' -H "x-svc-run: $SVC_RUN" -H "x-svc-pid: $$" \\
    -d "{\\"hook_type\\":\\"$1\\",\\"data\\":{\\"session_id\\":\\"agent-$SVC_LANE\\",\\"cwd\\":\\"$PWD\\",$2}}" >/dev/null
}
case "$*" in *haiku*) lines=1 ;; *) lines=3; seq 2 > more.txt ;; esac
hook SessionStart '"source":"startup"'
hook UserPromptSubmit '"prompt":"Accept small typos"'
seq $lines >> search.txt
git add . && git -c user.name=a -c user.email=a@example.com commit --quiet --message typos
hook Stop '"last_assistant_message":"Typos match now."'
exec sleep 600
`

inChromium('A race', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-race-')))
  const bin = join(home, 'bin')
  const repo = join(home, 'shop')
  const stage = useStage({ env: { PATH: `${bin}:${process.env['PATH']}`, HOME: home, SHELL: '/bin/sh' } })
  beforeAll(() => {
    mkdirSync(bin)
    writeFileSync(join(bin, 'claude'), agentAt(stage.url()))
    chmodSync(join(bin, 'claude'), 0o700)
    repositoryAt(repo, { 'search.txt': 'exact\n' })
  })
  afterAll(() => {
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(home, { recursive: true, force: true })
  })

  describe.skipIf(!hasTmux)('with tmux', () => {
    it('is started from the new lane, compares what the agents did, and keeps one', async () => {
      const page = await stage.open('/lanes')
      await page.getByRole('button', { name: 'New lane' }).first().click()
      await page.getByLabel('Prompt').fill(PROMPT)
      await page.getByRole('button', { name: 'Compare agents …' }).click()

      const dialog = page.getByRole('dialog', { name: 'New race' })
      const agent = (number: number) => dialog.getByRole('group', { name: `Agent ${number}` })
      const start = () => dialog.getByRole('button', { name: /^Start \d agents$/ }).click()
      expect(await dialog.getByLabel('Prompt for all agents').inputValue()).toBe(PROMPT)
      await choose(agent(1).getByRole('combobox', { name: 'Tool' }), 'Claude Code')
      await choose(agent(2).getByRole('combobox', { name: 'Tool' }), 'Claude Code')
      await agent(2).getByRole('combobox', { name: 'Model' }).fill('haiku')
      await choose(agent(2).getByRole('combobox', { name: 'Effort' }), 'low')
      await dialog.getByRole('button', { name: 'Add agent' }).click()
      await dialog.getByRole('button', { name: 'Remove agent 3' }).click()
      expect(await agent(3).count()).toBe(0)
      expect(await graveFaults(page)).toEqual([])
      await dialog.getByLabel('Stop all at').fill('nothing')
      await start()
      await dialog.getByText('Enter an absolute path.').waitFor()
      await dialog.getByText('Enter 0.01 to 10,000 dollars.').waitFor()
      await dialog.getByLabel('Stop all at').fill('$2,50')
      await dialog.getByRole('combobox', { name: 'Repository' }).fill(repo)
      await start()

      await page.waitForURL(/\/races\/\w+/)
      await page.getByRole('heading', { name: 'Accept small typos in the search', level: 1 }).waitFor()
      await page.getByText('$0.00 of $2.50').waitFor()
      const standard = page.getByRole('region', { name: 'Claude Code' })
      const haiku = page.getByRole('region', { name: 'haiku' })
      const fact = (column: typeof haiku, name: string) =>
        column.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
      const says = (column: typeof haiku, name: string, text: string | RegExp) =>
        fact(column, name).filter({ hasText: text }).waitFor()
      await says(haiku, 'State', 'Finished')
      await says(haiku, 'Change', '1 file +1 −0least')
      await says(standard, 'Change', '2 files +5 −0')
      await says(haiku, 'Merges into main', 'Yes')
      await haiku.getByText('Typos match now.').waitFor()
      const files = page.getByRole('table')
      await files.getByRole('row', { name: /^more\.txt \+2 −0 not changed/ }).waitFor()
      await files.getByRole('row', { name: /^search\.txt \+3 −0 \+1 −0/ }).waitFor()
      expect(await graveFaults(page)).toEqual([])

      await page.getByRole('link', { name: 'Lanes', exact: true }).last().click()
      await page.getByText('2 agents work on the same prompt').waitFor()
      await page.getByRole('link', { name: 'Compare' }).click()

      await haiku.getByRole('button', { name: 'Keep this' }).click()
      const question = page.getByRole('dialog', { name: 'Keep haiku?' })
      await question.getByText('Its agent is stopped and its lane archived.').waitFor()
      expect(await graveFaults(page)).toEqual([])
      await question.getByLabel('Why').fill('smaller')
      await question.getByRole('button', { name: 'Keep it, put 1 lane away' }).click()
      await page.getByText('You kept “Accept small typos in the search (2)”. smaller').waitFor()
      await says(standard, 'State', 'put away')
      await says(haiku, 'State', 'kept')
      await page.goto(`${stage.url()}/lanes`)
      await page.getByText('Accept small typos in the search (2)').first().waitFor()
      expect(await page.getByRole('link', { name: 'Compare' }).count()).toBe(0)
      expect(readFileSync(join(`${repo}-lanes`, 'accept-small-typos-search', 'search.txt'), 'utf8')).toBe(
        'exact\n1\n2\n3\n',
      )
    })

    it('stacks its agents on a phone', async () => {
      const { races } = (await (await fetch(`${stage.url()}/api/races`)).json()) as { races: { id: string }[] }
      const page = await stage.open(`/races/${races[0]?.id}`, { viewport: { width: 390, height: 844 } })
      const [first, second] = [
        await page.getByRole('region', { name: 'Claude Code' }).boundingBox(),
        await page.getByRole('region', { name: 'haiku' }).boundingBox(),
      ]
      expect(second?.x).toBe(first?.x)
      expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 1)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    })

    it('that does not exist says so', async () => {
      const page = await stage.open('/races/none')
      await page.getByText('There is no such race. It may belong to somebody else.').waitFor()
    })
  })
})
