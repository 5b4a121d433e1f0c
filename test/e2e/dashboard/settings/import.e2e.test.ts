import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, type Stage, useStage } from '../../../support/browser/stage.js'
import { text, transcriptElsewhere, transcriptOf } from '../../../support/browser/transcript.js'

const isKnown = async (stage: Stage, session: string): Promise<boolean> =>
  (await fetch(`${stage.url()}/api/sessions/${session}`)).ok

const chooser = (page: Page) => page.locator('[data-drop] input[type=file]')

inChromium('Import', () => {
  const stage = useStage()

  it('imports the selected files, lists the rejected ones and deduplicates on a second upload', async () => {
    const page = await stage.open('/settings/import')
    const transcript = transcriptElsewhere(stage.places, 'chosen', 'Paint the shop')
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing') }
    const files = [{ name: 'chosen.jsonl', mimeType: 'text/plain', buffer: readFileSync(transcript) }, notes]
    await chooser(page).setInputFiles(files)
    await page.getByText('1 new session.').waitFor()
    await page.getByRole('status').getByText('notes.txt').waitFor()
    expect(await isKnown(stage, 'chosen')).toBe(true)
    await chooser(page).setInputFiles(transcript)
    await page.getByText('No new sessions, 1 already known.').waitFor()
    await chooser(page).setInputFiles([notes])
    await page.getByText('none of the files can be imported').waitFor()
    await page.getByRole('status').getByText('notes.txt').waitFor()
  })

  it('does not scroll its heading away when a lower field gets the focus', async () => {
    const page = await stage.open('/settings/import', { viewport: { width: 390, height: 600 } })
    // Nothing may appear above a field after the page has scrolled to it.
    await page.route('**/api/import/guide?*', (route) => {
      // The page may be closed by then.
      setTimeout(() => void route.continue().catch(() => undefined), 500)
    })
    await page.reload()
    const heading = page.getByRole('navigation', { name: 'Sections of Settings' })
    const choose = page.locator('label', { hasText: 'Choose backup' })
    const top = await heading.boundingBox()
    await choose.locator('input').focus()
    await page.locator('[data-drop]').waitFor()
    expect(await heading.boundingBox()).toEqual(top)
    const { y = 0, height = 0 } = (await choose.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(600)
  })

  it('shows the upload progress and stops on request', async () => {
    const page = await stage.openApart('/settings/import')
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    const buffer = Buffer.alloc(8_000_000, 'x')
    await chooser(page).setInputFiles([{ name: 'long.jsonl', mimeType: 'text/plain', buffer }])
    await page.getByText(/^Sending .+ of 8 MB$/).waitFor()
    const bar = page.getByRole('progressbar', { name: 'Upload' })
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(buffer.length)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Canceled before the upload was complete.').waitFor()
    expect(await bar.count()).toBe(0)
  })

  it('shows the import progress reported by the service', async () => {
    const page = await stage.openApart()
    const told = { importId: 'i', phase: 'parse', source: 'path', processed: 3, total: 40, current: null, error: null }
    let tell: ((phase: string) => void) | undefined
    await page.routeWebSocket('**/ws*', (socket) => {
      socket.connectToServer()
      tell = (phase) => {
        const data = { ...told, phase, bytes_processed: 250, bytes_total: 1000, counters: {} }
        socket.send(JSON.stringify({ type: 'import.progress', data, timestamp: new Date().toISOString(), seq: 0 }))
      }
    })
    await page.goto(`${stage.url()}/settings/import`)
    await page.getByText('Live', { exact: true }).waitFor()
    // Sent repeatedly, as the service does, because the page's initial request may overwrite one message.
    const words = page.getByText('3 of 40 files, 25%')
    const after = async (phase: string): Promise<number> => {
      tell?.(phase)
      return words.count()
    }
    await expect.poll(() => after('parse')).toBe(1)
    await expect.poll(() => after('complete')).toBe(0)
  })

  it('imports dropped files', async () => {
    const page = await stage.open('/settings/import')
    const content = readFileSync(transcriptElsewhere(stage.places, 'dropped', 'Build the shop'), 'utf8')
    const carried = await page.evaluateHandle<unknown>(
      `(() => {
        const carried = new DataTransfer()
        carried.items.add(new File([${JSON.stringify(content)}], 'dropped.jsonl'))
        return carried
      })()`,
    )
    await page.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: carried })
    await page.getByText('1 new session.').waitFor()
    expect(await isKnown(stage, 'dropped')).toBe(true)
  })

  it('imports a local folder and shows an error at the field when it is missing', async () => {
    const page = await stage.open('/settings/import')
    const path = page.getByLabel('Folder with transcripts')
    await path.fill('/nowhere/at/all')
    await page.getByRole('button', { name: 'Import folder' }).click()
    await page.getByRole('alert').getByText('/nowhere/at/all not found').waitFor()
    transcriptElsewhere(stage.places, 'foldered', 'Sell the shop')
    await path.fill(join(stage.places.folder, 'elsewhere', 'foldered'))
    await page.getByRole('button', { name: 'Import folder' }).click()
    await page.getByText('1 new session.').waitFor()
    expect(await isKnown(stage, 'foldered')).toBe(true)
  })

  it('restores deleted sessions only after a confirmation', async () => {
    const transcript = transcriptOf(stage.places, 'returning')
    transcript.user('Clean the shop')
    transcript.assistant(text('It is clean.'))
    const page = await stage.open('/settings/import')
    await page.getByRole('button', { name: 'Scan for new' }).click()
    await page
      .getByRole('status')
      .getByText(/session/)
      .waitFor()
    await expect.poll(() => isKnown(stage, 'returning')).toBe(true)
    await fetch(`${stage.url()}/api/sessions/returning`, { method: 'DELETE' })
    await page.getByRole('button', { name: 'Scan for new' }).click()
    await page.getByText(/No new sessions/).waitFor()
    expect(await isKnown(stage, 'returning')).toBe(false)
    await page.getByRole('button', { name: 'Re-import all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Re-import all' }).click()
    await page.getByText(/1 new session/).waitFor()
    expect(await isKnown(stage, 'returning')).toBe(true)
  })
})

inChromium('The bundle', () => {
  const here = useStage()
  const there = useStage({ env: { DASHBOARD_TOKEN: 'open sesame' } })
  const download = async (page: Page): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Download backup').click()])
    return file.path()
  }

  it('copies the sessions of one service to another and deduplicates them', async () => {
    await here.agents.working('Paint the shop', 'carried')
    const bundle = await download(await here.open('/settings/data'))
    expect(JSON.parse(readFileSync(bundle, 'utf8'))).toMatchObject({
      format: 'svc-export',
      sessions: [{ id: 'carried' }],
    })

    const page = await there.open('/settings/import?token=open%20sesame')
    const choose = page.getByLabel('Choose backup')
    await choose.setInputFiles(bundle)
    await page.getByText(/^1 new session, 0 skipped/).waitFor()
    await choose.setInputFiles(bundle)
    await page.getByText(/^0 new sessions, 1 skipped/).waitFor()
    await choose.setInputFiles([{ name: 'x.json', mimeType: 'text/plain', buffer: Buffer.from('{"no":1}') }])
    await page.getByRole('alert').waitFor()
  })

  it('is downloaded without the token in any URL', async () => {
    const page = await there.open('/settings/data?token=open%20sesame')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const bundle = await download(page)
    expect(JSON.parse(readFileSync(bundle, 'utf8'))).toMatchObject({ format: 'svc-export' })
    expect(asked.filter((url) => url.startsWith('http') && url.includes('sesame'))).toEqual([])
  })
})
