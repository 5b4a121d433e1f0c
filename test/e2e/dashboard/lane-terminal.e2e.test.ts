import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

const BASH = '/bin/bash'
/** Gives a text to the terminal as the browser does: by its clipboard, or by a drop. */
const give = (page: Page, how: 'paste' | 'drop', text: string) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    const event = ${how === 'paste' ? 'new ClipboardEvent' : 'new DragEvent'}('${how}', options)
    document.querySelector('.xterm-helper-textarea').dispatchEvent(event)
  }`)

inChromium('The terminal of a lane', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-terminal-')))
  const stage = useStage({ env: { HOME: home, SHELL: BASH } })
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return (await (
      await fetch(stage.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  /** Interrupts the shell. It may still read the end of a paste, and then misses the key. */
  const interrupts = (page: Page) =>
    expect
      .poll(async () => {
        await page.keyboard.press('Control+C')
        return page.locator('.xterm-rows').textContent()
      })
      .toContain('^C')
  /** Opens a shell in a new lane. */
  const shell = async (name: string) => {
    const cwd = mkdtempSync(join(home, `${name}-`))
    const { lane } = await post<{ lane: { id: number } }>('/api/lanes', { cwd })
    await post(`/api/lanes/${lane.id}/start`, { shell: true })
    const page = await stage.open(`/lanes/${lane.id}?focus=terminal`)
    const shows = (text: string) => expect.poll(() => page.locator('.xterm-rows').textContent()).toContain(text)
    // The user may be root.
    await expect.poll(() => page.locator('.xterm-rows').textContent()).toMatch(/[$#]/)
    // tmux tells the terminal after the prompt, and before any later output, that the shell marks pastes.
    await page.keyboard.type('attached')
    await shows('attached')
    await page.keyboard.press('Control+U')
    return { page, cwd, shows }
  }
  afterAll(() => {
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(home, { recursive: true, force: true })
  })

  describe.skipIf(!hasTmux || !existsSync(BASH))('with tmux', () => {
    it('changes its text size, and fills the window without losing the keys', async () => {
      const { page, shows } = await shell('size')
      const columns = async (): Promise<number> => {
        await page.keyboard.type('clear; tput cols')
        await page.keyboard.press('Enter')
        await expect.poll(() => page.locator('.xterm-rows').textContent()).toMatch(/^\s*\d+\D/)
        return Number(/\d+/.exec((await page.locator('.xterm-rows').textContent()) ?? '')?.[0])
      }
      const before = await columns()
      const size = page.getByRole('group', { name: 'Text size' })
      await size.getByRole('button', { name: 'Larger text' }).click({ clickCount: 3 })
      await expect.poll(() => size.textContent()).toBe('16 px')
      await page.locator('.xterm-screen').click()
      await expect.poll(columns).toBeLessThan(before)
      await page.getByRole('button', { name: 'Fill the window' }).click()
      const box = await page.locator('[data-terminal]').boundingBox()
      expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
      await page.keyboard.type('echo still-$((40+2))')
      await page.keyboard.press('Enter')
      await shows('still-42')
      await page.getByRole('button', { name: 'Fill the window' }).click()
      expect(await page.locator('[data-terminal]').boundingBox()).not.toMatchObject({ x: 0 })
      // The size follows the user to the next terminal.
      await page.reload()
      await expect.poll(() => size.textContent()).toBe('16 px')
    })

    it.each(['paste', 'drop'] as const)('accepts a %s without the characters that would end it', async (how) => {
      const { page, cwd, shows } = await shell(how)
      await give(page, how, 'echo x\u001b[201~\r touch f\r')
      await shows('touch f')
      await interrupts(page)
      await page.keyboard.type('echo $((40 + 2))\n')
      await shows('42')
      expect(readdirSync(cwd)).toEqual([])
    })

    it('has the characters that agents draw with', async () => {
      const { page, shows } = await shell('symbols')
      await page.keyboard.type("printf '\\u2500\\u2588\\u276f\\u2733 \\u23bf \\u23f5\\u23fa \\u280b end\\n'\n")
      await shows('⎿')
      const loaded = `[...document.fonts].filter((font) => font.family.includes('Terminal Symbols') && font.status === 'loaded').length`
      await expect.poll(() => page.evaluate(loaded)).toBe(3)
      const signs = ['─', '█', '❯', '✳', '⎿', '⏵', '⏺', '⠋']
      const has = (sign: string) => page.evaluate(`document.fonts.check('13px "Terminal Symbols"', '${sign}')`)
      expect(await Promise.all(signs.map(has))).toEqual(signs.map(() => true))
    })

    it('answers no question for the clipboard: other panes share it', async () => {
      const { page, shows } = await shell('clipboard')
      const text = Buffer.from('of another pane').toString('base64')
      await page.keyboard.type(`printf '\\033]52;c;${text}\\a\\033]52;c;?\\a'; echo as""ked\n`)
      await shows('asked')
      // What tmux answers is typed into the shell.
      await page.keyboard.type('echo en""d\n')
      await shows('end')
      expect(await page.locator('.xterm-rows').textContent()).not.toMatch(/[$#] *52;/)
    })

    it('passes on what is typed or pasted while it is scrolled back', async () => {
      const { page, cwd, shows } = await shell('scrolled')
      await page.keyboard.type('clear; seq 300\n')
      await shows('300')
      const newest = page.getByRole('button', { name: /^Newest/ })
      const scroll = async (): Promise<void> => {
        await page.locator('.xterm-screen').hover()
        await page.mouse.wheel(0, -400)
        await newest.waitFor()
      }
      await scroll()
      await page.keyboard.type('echo quit-$((40 + 2))\n')
      await shows('quit-42')
      await newest.waitFor({ state: 'detached' })

      await scroll()
      expect(await graveFaults(page)).toEqual([])
      await newest.click()
      await newest.waitFor({ state: 'detached' })
      await page.keyboard.type('echo newest-$((1 + 1))\n')
      await shows('newest-2')

      await scroll()
      await give(page, 'paste', 'echo a\ntouch f\n')
      await shows('touch f')
      await interrupts(page)
      await page.keyboard.type('echo $((50 + 2))\n')
      await shows('52')
      expect(readdirSync(cwd)).toEqual([])
    })
  })
})
