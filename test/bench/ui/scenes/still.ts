import type { Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { transcriptOf } from '../../../support/browser/transcript.js'
import { exactly, type Figure } from '../figure.js'
import type { Scene } from '../scene.js'
import { type Theatre, withTheatre } from '../theatre.js'

const GOAL = 3
const PATHS = ['/', '/sessions'] as const
const TOOLS = [
  ['Bash', { command: 'npm run test:int' }],
  ['Read', { file_path: '/home/ada/shop/src/basket/total.ts' }],
  ['Edit', { file_path: '/home/ada/shop/src/basket/price.ts', old_string: 'a', new_string: 'b' }],
  ['Grep', { pattern: 'readPrice' }],
] as const

/**
 * Records the layout shifts that move a box. The browser also reports right-aligned text that becomes longer in its
 * own cell; it considers less than 3 px to be no shift.
 */
const RECORD = `globalThis.shifts = []
const place = ({ x, y, width }) => [x, y, width]
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    const moved = sources.filter(({ previousRect: from, currentRect: to }) =>
      place(from).some((value, index) => Math.abs(value - place(to)[index]) >= 3))
    for (const { node, previousRect: from, currentRect: to } of moved) {
      const element = node?.nodeType === 3 ? node.parentElement : node
      shifts.push(element?.outerHTML.slice(0, 120) + ' ' + place(from) + ' -> ' + place(to))
    }
  }
}).observe({ type: 'layout-shift' })`

/** One reply in this many steps; each costs ten cents. */
const STEPS = 5

/** Lets every agent call one tool after the other, at a cost. No session changes its group. */
const work = async ({ agents, places }: Theatre, sessions: readonly string[], seconds: number): Promise<void> => {
  const end = Date.now() + seconds * 1000
  for (let step = 0; Date.now() < end; step += 1) {
    const session = sessions[step % sessions.length] ?? ''
    const [tool_name, tool_input] = TOOLS[step % TOOLS.length] ?? TOOLS[0]
    if (step % STEPS === 0) {
      const usage = { input_tokens: 3, output_tokens: 4000, cache_read_input_tokens: 900 }
      const message = { id: `msg_${session}_${Date.now()}`, role: 'assistant', model: 'claude-opus-4-5', usage }
      const content = [{ type: 'text', text: 'Done.' }]
      transcriptOf(places, session).line({
        type: 'assistant',
        uuid: message.id,
        timestamp: new Date().toISOString(),
        message: { ...message, content },
      })
    }
    await agents.hook('PreToolUse', session, { tool_name, tool_input })
    await setTimeout(20)
    await agents.hook('PostToolUse', session, { tool_name, tool_input, tool_response: {} })
  }
}

/** Measures whether anything moves while twenty agents work. */
export const still: Scene = {
  name: 'still',
  figures: (backstage): Promise<readonly Figure[]> =>
    withTheatre(backstage, {}, async (theatre) => {
      const { agents, open } = theatre
      const sessions: string[] = []
      for (let index = 0; index < 17; index += 1) sessions.push(await agents.working(`Task ${index}`))
      for (let index = 0; index < 3; index += 1) await agents.asking(`Question ${index}`, `make target-${index}`)
      // The first call of a session adds its target to the row.
      await work(theatre, sessions, 3)
      const pages: Page[] = []
      for (const path of PATHS) {
        const page = await open(path)
        await page.getByText('Task 16').first().waitFor()
        pages.push(page)
      }
      const seconds = backstage.quick ? 10 : 60
      await setTimeout(1000)
      for (const page of pages) await page.evaluate(RECORD)
      await work(theatre, sessions, seconds)
      const figures: Figure[] = []
      for (const [index, page] of pages.entries()) {
        const shifts = await page.evaluate<readonly string[]>('shifts')
        for (const shift of shifts) console.error(`${PATHS[index]}: ${shift}`)
        figures.push(exactly(GOAL, `layout shifts of ${PATHS[index]} in ${seconds} s of 20 agents`, shifts.length, 0))
      }
      return figures
    }),
}
