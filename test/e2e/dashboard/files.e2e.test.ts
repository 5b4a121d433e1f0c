import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { askControl } from '../../../src/adapters/http-server/control.js'
import { graveFaults } from '../../support/browser/faults.js'
import { passWelcome } from '../../support/browser/pass-welcome.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

const PASSWORD = 'correct-horse-1'
/** The smallest picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

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

  it('are moved with an undo and copied, also by keyboard alone', async () => {
    mkdirSync(home('keys/old'), { recursive: true })
    mkdirSync(home('keys/new'), { recursive: true })
    writeFileSync(home('keys/a.txt'), 'a')
    writeFileSync(home('keys/b.txt'), 'b')
    writeFileSync(home('keys/new/b.txt'), 'taken')
    const page = await openAs('grace', '/files?path=keys')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`Select ${name}|^${name}`) })
    await row('a.txt').waitFor()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Move or copy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move or copy 2 entries' })
    expect(await dialog.getByRole('button', { name: 'Move here' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'old', exact: true }).click()
    await dialog.getByText('No folders here').waitFor()
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await page.getByText('2 entries moved').waitFor()
    expect([existsSync(home('keys/old/a.txt')), existsSync(home('keys/a.txt'))]).toEqual([true, false])
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('b.txt').waitFor()
    await expect.poll(() => existsSync(home('keys/old/a.txt'))).toBe(false)

    // A name that is taken is asked about.
    await page.getByRole('button', { name: 'Actions for b.txt' }).click()
    await page.getByRole('menuitem', { name: 'Move or copy' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'new', exact: true }).click()
    await page.getByRole('button', { name: 'Copy here' }).click()
    await page.getByRole('dialog').getByText('b.txt exists already').waitFor()
    await page.getByRole('button', { name: 'Keep both' }).click()
    await page.getByText('1 entry copied').waitFor()
    expect([readFileSync(home('keys/new/b.txt'), 'utf8'), readFileSync(home('keys/new/b (1).txt'), 'utf8')]).toEqual([
      'taken',
      'b',
    ])

    await page.getByRole('row', { name: /a\.txt/ }).focus()
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByLabel('Name').fill('c.txt')
    await page.keyboard.press('Enter')
    await row('c.txt').waitFor()
    await page.getByRole('row', { name: /c\.txt/ }).focus()
    await page.keyboard.press('Delete')
    await page.getByText('1 entry is in the trash').waitFor()
    await page.getByRole('row', { name: /new/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /b \(1\)\.txt/ }).waitFor()
    await page.keyboard.press('Backspace')
    await row('b.txt').waitFor()
    expect(await graveFaults(page)).toEqual([])
  })

  it('are looked at: texts and pictures, and what is neither says so', async () => {
    mkdirSync(home('seen'))
    writeFileSync(home('seen/a.txt'), '<b>plain</b>\n')
    writeFileSync(home('seen/data.bin'), Buffer.from([0, 1, 2, 255]))
    writeFileSync(home('seen/dot.png'), PIXEL)
    const page = await openAs('grace', '/files?path=seen')
    const dialog = (name: string) => page.getByRole('dialog', { name })
    await page.getByRole('button', { name: 'a.txt', exact: true }).click()
    await dialog('a.txt').getByText('<b>plain</b>').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /dot\.png/ }).focus()
    await page.keyboard.press('Enter')
    const width = () => page.evaluate(`document.querySelector('[role="dialog"] img')?.naturalWidth`)
    await expect.poll(width).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'data.bin', exact: true }).click()
    await dialog('data.bin').getByText('There is no preview of this file.').waitFor()
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
