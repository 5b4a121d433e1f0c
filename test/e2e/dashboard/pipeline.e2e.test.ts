import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { choose } from '../../support/browser/choose.js'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt } from '../../support/git/repository.js'

const TEMPLATES = join(import.meta.dirname, '../../../docs/pipelines')

inChromium('The pipeline of a lane', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-pipeline-')))
  const folder = join(root, 'pipelines')
  const stage = useStage({ env: { HOME: root, DASHBOARD_PIPELINES_DIR: folder } })
  const laneAt = async (name: string): Promise<number> => {
    const { path } = repositoryAt(join(root, name), { 'a.txt': 'a\n' })
    const body = JSON.stringify({ cwd: path, title: 'Gift cards' })
    const response = await fetch(`${stage.url()}/api/lanes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return ((await response.json()) as { lane: { id: number } }).lane.id
  }
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('without a template offers the examples', async () => {
    const page = await stage.open(`/lanes/${await laneAt('plain')}?tab=pipeline`)
    await page.getByRole('heading', { name: 'No pipeline' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Install the example pipelines' }).click()
    await page.getByRole('button', { name: 'Use this: Bug fix' }).waitFor()
    expect(readdirSync(folder).toSorted()).toEqual(readdirSync(TEMPLATES).toSorted())
  })

  it('is followed from stage to stage, with evidence at its gates', async () => {
    const page = await stage.open(`/lanes/${await laneAt('shop')}?tab=pipeline`)
    await page.getByRole('button', { name: 'Use this: Bug fix' }).click()
    const next = page.getByRole('region', { name: 'Next step' })
    const row = (name: string) =>
      page.getByRole('region', { name: 'Stages' }).getByRole('listitem').filter({ hasText: name })
    await next.getByRole('button', { name: 'Start Reproduce' }).click()

    await next.getByRole('heading', { name: 'Reproduce gate: not passed yet' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await next.getByRole('button', { name: 'Passed …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reproduce passed?' })
    await dialog.getByRole('button', { name: 'Record as passed' }).click()
    await dialog.getByText('Enter a link or a path that shows it.').waitFor()
    await dialog.getByLabel('Evidence').fill('https://example.com/issues/7\njavascript:alert(1)')
    await dialog.getByRole('button', { name: 'Record as passed' }).click()
    await row('Reproduce').getByRole('link', { name: 'https://example.com/issues/7' }).waitFor()
    // Only web addresses become links.
    await row('Reproduce').getByText('javascript:alert(1)').waitFor()
    expect(await row('Reproduce').getByRole('link').count()).toBe(1)

    await next.getByRole('button', { name: 'Go to Fix' }).click()
    await next.getByRole('button', { name: 'Go to Regression test' }).click()
    await row('Fix').getByText('Passed').waitFor()
    await page.getByRole('link', { name: /^Regression test/ }).waitFor()
    await next.getByRole('button', { name: 'Pass without evidence …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pass without evidence' }).click()
    await row('Regression test').getByText('Passed without evidence').waitFor()

    await row('Fix').getByRole('button', { name: 'Go back: Fix' }).click()
    const back = page.getByRole('dialog', { name: 'Go back to Fix?' })
    await back.getByText('Another pass begins.').waitFor()
    await back.getByRole('button', { name: 'Go back' }).click()
    await row('Regression test').getByText('Not reached').waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('went back pass 2').waitFor()

    await page.getByRole('button', { name: 'Name the work' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Gift cards')
    await page.getByRole('dialog').getByRole('button', { name: 'Name it' }).click()
    await page.getByRole('button', { name: 'New feature' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Refunds of cards')
    await page.getByRole('dialog').getByRole('button', { name: 'Start feature' }).click()
    await next.getByRole('heading', { name: 'Reproduce is first' }).waitFor()
    await page
      .getByRole('region', { name: 'Features' })
      .getByRole('listitem')
      .filter({ hasText: 'Refunds of cards' })
      .getByText('active')
      .waitFor()
    await page.getByRole('region', { name: 'Features' }).getByRole('button', { name: 'Take up Gift cards' }).click()
    await next.getByRole('heading', { name: 'Fix can be left' }).waitFor()

    await choose(page.getByRole('combobox', { name: 'Pipeline' }), 'Feature')
    await row('Review').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
