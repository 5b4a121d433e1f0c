import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { askControl } from '../../../src/adapters/http-server/control.js'
import { passWelcome } from '../../support/browser/pass-welcome.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

const PASSWORD = 'correct-horse-1'

/** Something that is given later. */
const withheld = () => {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

inChromium('The files of a user', () => {
  const stage = useStage({ env: { SVC_MODE: 'server' } })
  const dataDir = () => stage.places.env['SVC_DATA_DIR'] ?? ''
  const home = (path: string) => join(dataDir(), 'users', 'grace', path)
  const host = (method: string, target: string, body: unknown) =>
    askControl(join(dataDir(), 'control.sock'), { method, target, body })
  beforeAll(async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    await host('POST', '/api/users', { username: 'grace', password: PASSWORD, role: 'member' })
    mkdirSync(home('shop/src'), { recursive: true })
    writeFileSync(home('shop/src/cart.ts'), 'export {}')
    writeFileSync(home('notes.txt'), 'notes')
  })
  const openAs = async (username: string, path: string): Promise<Page> => {
    const page = await stage.open(path)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await passWelcome(page)
    await page.getByText('Live', { exact: true }).waitFor()
    return page
  }

  it('are uploaded, with a question for a name that is taken', async () => {
    const page = await openAs('grace', '/files')
    await page.getByRole('link', { name: 'shop' }).click()
    await page.getByRole('link', { name: 'src' }).click()
    const choose = page.locator('input[type=file]')
    const file = (text: string) => [{ name: 'cart.ts', mimeType: 'text/plain', buffer: Buffer.from(text) }]
    await choose.setInputFiles([...file('new'), { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('b') }])
    const question = page.getByRole('dialog', { name: 'cart.ts exists already' })
    await question.getByRole('button', { name: 'Keep both' }).click()
    await page.getByRole('row', { name: /cart \(1\)\.ts/ }).waitFor()
    await page.getByRole('row', { name: /b\.txt/ }).waitFor()
    expect(readFileSync(home('shop/src/cart.ts'), 'utf8')).toBe('export {}')
    expect(readFileSync(home('shop/src/cart (1).ts'), 'utf8')).toBe('new')
  })

  it('are dropped on the list', async () => {
    const page = await openAs('grace', '/files')
    const carried = await page.evaluateHandle<unknown>(
      `(() => {
        const carried = new DataTransfer()
        carried.items.add(new File(['dropped'], 'dropped.txt'))
        return carried
      })()`,
    )
    await page.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: carried })
    await page.getByRole('row', { name: /dropped\.txt/ }).waitFor()
    expect(readFileSync(home('dropped.txt'), 'utf8')).toBe('dropped')
  })

  it('are renamed, deleted with an undo, and come back from the trash', async () => {
    const page = await openAs('grace', '/files')
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('drafts')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await page.getByRole('link', { name: 'drafts' }).waitFor()
    await page.getByRole('button', { name: 'Actions for notes.txt' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('shop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByText('shop exists already').waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill('memo.txt')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('checkbox', { name: 'Select memo.txt' }).check()
    await page.getByRole('checkbox', { name: 'Select drafts' }).check()
    const answers = withheld()
    await page.route('**/fs/list*', async (route) => {
      await answers.given
      await route.continue()
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 entries are in the trash').waitFor()
    expect(existsSync(home('memo.txt'))).toBe(false)
    // Before the service lists the folder again.
    await page.getByRole('row', { name: /memo\.txt/ }).waitFor({ state: 'detached' })
    answers.give()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: /memo\.txt/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for memo.txt' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Restore memo.txt' }).click()
    await page.getByText('memo.txt is back').waitFor()
    expect(readFileSync(home('memo.txt'), 'utf8')).toBe('notes')
  })

  it('can be read by an admin, who is told that it is recorded, and are absent in local mode', async () => {
    const page = await openAs('ada', '/files?home=grace')
    await page.getByText('You can only read this folder.').waitFor()
    await page.getByRole('link', { name: 'shop' }).waitFor()
    expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
    await page.goto(`${stage.url()}/settings/audit`)
    await page.getByText('Read files').first().waitFor()
  })
})
