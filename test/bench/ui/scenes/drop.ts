import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { text, type Transcript, transcriptOf } from '../../../support/browser/transcript.js'
import type { LoadPlan, LoadResult } from '../../load.js'
import { runScript } from '../../program.js'
import { imported } from '../../service.js'
import { wireTo } from '../cut-wire.js'
import { atMost, exactly, type Figure } from '../figure.js'
import type { Scene } from '../scene.js'
import { type Backstage, type Theatre, withTheatre } from '../theatre.js'

const GOAL = 5
/** The content of each page, without ages and hover effects, which change on their own. */
const PAGES = [
  ['Now', '/', '[data-row]', "row.getAttribute('href') + ' ' + row.querySelector('[data-what]').textContent"],
  ['Sessions', '/sessions', 'a[data-session]', "row.getAttribute('href') + ' ' + row.parentElement.dataset.state"],
  ['Events', '/activity?raw=true', '[data-event]', 'row.textContent'],
  ['a transcript', '/sessions/:id', '[data-message]', 'row.textContent'],
] as const
type Place = (typeof PAGES)[number]

const shown = (page: Page, [, , selector, say]: Place): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll('${selector}')].map((row) => ${say})`)

/** Returns the milliseconds from the reconnect until the old page equals a fresh one; NaN after ten seconds. */
const equalAfter = async (old: Page, fresh: Page, place: Place, since: number): Promise<number> => {
  for (;;) {
    const [before, now] = [await shown(old, place), await shown(fresh, place)]
    // Lists render only near the window, so compare the rows that both pages render.
    const common = Math.min(before.length, now.length)
    if (common > 0 && before.slice(0, common).join('\n') === now.slice(0, common).join('\n')) return Date.now() - since
    if (Date.now() - since > 10_000) return Number.NaN
    await setTimeout(20)
  }
}

const play = async ({ quick }: Backstage, theatre: Theatre, transcript: Transcript, session: string) => {
  const { service, agents, open } = theatre
  await imported(service)
  await agents.working('Stay', session)
  const wire = await wireTo(service.url)
  const at = { at: wire.url }
  const pathOf = (path: string): string => path.replace(':id', session)
  try {
    const pages = await Promise.all(PAGES.map(([, path]) => open(pathOf(path), at)))
    for (const page of pages) await page.getByText('Live', { exact: true }).waitFor()
    const navigations: string[] = []
    for (const page of pages) page.on('framenavigated', (frame) => navigations.push(frame.url()))

    const cutAt = Date.now()
    wire.cut()
    await pages[0]?.getByText('Connection lost').waitFor()
    const told = Date.now() - cutAt
    const plan: LoadPlan = {
      url: service.url,
      connections: 8,
      hooks: quick ? 500 : 5000,
      sessions: quick ? 20 : 180,
      seed: 5,
      warmUp: 0,
    }
    const { hooks } = await runScript<LoadResult>('load.ts', JSON.stringify(plan))
    for (let line = 0; line < 60; line += 1) transcript.assistant(text(`Said while nobody listened, ${line}.`))
    // Loaded after all events, for the comparison.
    const fresh = await Promise.all(PAGES.map(([, path]) => open(pathOf(path))))
    for (const [index, [, , selector]] of PAGES.entries()) await fresh[index]?.locator(selector).first().waitFor()
    await setTimeout(Math.max(0, (quick ? 5000 : 30_000) - (Date.now() - cutAt)))

    wire.restore()
    const times = await Promise.all(
      PAGES.map(async (place, index) => {
        const [old, now] = [pages[index], fresh[index]]
        if (old === undefined || now === undefined) return Number.NaN
        await old.getByText('Connection lost').waitFor({ state: 'detached', timeout: 60_000 })
        return equalAfter(old, now, place, Date.now())
      }),
    )
    return { told, hooks, times, reloads: navigations.length }
  } finally {
    await wire.close()
  }
}

/** Measures the recovery after a lost connection during many events. */
export const drop: Scene = {
  name: 'drop',
  figures: async (backstage): Promise<readonly Figure[]> => {
    const session = randomUUID()
    let transcript: Transcript | undefined
    const before = (places: { readonly claudeHome: string }): void => {
      transcript = transcriptOf(places, session)
      transcript.user('Begin')
      transcript.assistant(text('I begin.'))
    }
    const seen = await withTheatre(backstage, { before }, (theatre) => {
      if (transcript === undefined) throw new Error('nothing was written')
      return play(backstage, theatre, transcript, session)
    })
    return [
      atMost(GOAL, 'the loss is told after', seen.told, 1000, 'ms'),
      ...PAGES.map(([name], index) =>
        atMost(
          GOAL,
          `${name} equals a fresh load, after ${seen.hooks} hooks`,
          seen.times[index] ?? Number.NaN,
          2000,
          'ms',
        ),
      ),
      exactly(GOAL, 'pages reloaded', seen.reloads, 0),
    ]
  },
}
