import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt } from '../../support/git/repository.js'

/** A white image; `black` of its 100 rows are black. */
const image = (black: number): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .composite(
      black === 0
        ? []
        : [
            {
              input: { create: { width: 200, height: black, channels: 3, background: 'black' } },
              top: 0,
              left: 0,
            },
          ],
    )
    .png()
    .toBuffer()

inChromium('The proof of a lane', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-proof-')))
  const stage = useStage({ env: { HOME: root } })
  const laneAt = async (name: string): Promise<number> => {
    const { path } = repositoryAt(join(root, name), { 'a.txt': 'a\n' })
    const response = await fetch(`${stage.url()}/api/lanes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: path, title: 'Gift cards' }),
    })
    return ((await response.json()) as { lane: { id: number } }).lane.id
  }
  const put = (lane: number, path: string, content: Buffer | string): void => {
    const at = join(stage.places.dataDir, 'proof', String(lane), path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, content)
  }
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('says where images belong if there are none', async () => {
    const page = await stage.open(`/lanes/${await laneAt('plain')}?tab=proof`)
    await page.getByRole('heading', { name: 'No proof yet' }).waitFor()
    await page.getByText('proof/gift-cards/before/basket.png').waitFor()
  })

  it('compares the same view before and after, by keyboard', async () => {
    const id = await laneAt('shop')
    put(id, 'gift-cards/before/basket-with-card.png', await image(0))
    put(id, 'gift-cards/after/basket-with-card.png', await image(25))
    put(id, 'gift-cards/before/receipt.png', await image(10))
    put(id, 'gift-cards/after/receipt.png', await image(10))
    put(id, 'gift-cards/errors/broken.png', Buffer.from('89504e470d0a1a0a00', 'hex'))
    put(id, 'gift-cards/ticket/report.html', '<script>document.title = "owned"</script><h1>Report</h1>')
    const page = await stage.open(`/lanes/${id}?tab=proof`)
    const title = (name: string) => page.getByRole('heading', { name, level: 2 }).waitFor()
    await title('basket with card')
    const slider = page.getByRole('slider', { name: 'How much of the image before is shown' })
    await slider.press('Home')
    await page.getByRole('img', { name: 'basket with card, after' }).waitFor()
    const clip = () => page.evaluate(`getComputedStyle(document.querySelector('[data-before]')).clipPath`)
    expect(await clip()).toBe('inset(0px 100% 0px 0px)')
    await slider.press('End')
    expect(await clip()).toBe('inset(0px 0% 0px 0px)')
    expect(await graveFaults(page)).toEqual([])

    await page.getByText('Difference', { exact: true }).click()
    await page.getByText('25% of the pixels differ').waitFor()
    await page.keyboard.press('j')
    await title('receipt')
    await page.getByText('No pixel differs').waitFor()
    await page.getByText('Side by side', { exact: true }).click()
    await page.getByRole('img', { name: 'receipt, after' }).waitFor()
    await page.keyboard.press('j')
    await title('broken')
    await page.keyboard.press('k')
    await title('receipt')

    expect(await page.getByRole('link', { name: 'Open report' }).getAttribute('href')).toBe(
      `/api/lanes/${id}/proof/gift-cards/ticket/report.html`,
    )
    await page.getByRole('button', { name: 'More', exact: true }).last().click()
    await page.getByRole('menuitem', { name: 'Delete …' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “receipt”?' })
    await question.getByText('This deletes 2 images, before and after.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^receipt/ }).count()).toBe(0)
    expect(existsSync(join(stage.places.dataDir, 'proof', String(id), 'gift-cards/after/receipt.png'))).toBe(false)

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
