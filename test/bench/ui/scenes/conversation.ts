import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { call, text, type Transcript, transcriptOf } from '../../../support/browser/transcript.js'
import { median, quantile } from '../../quantile.js'
import { imported } from '../../service.js'
import { atMost, exactly, type Figure } from '../figure.js'
import type { Scene } from '../scene.js'
import { answeredAfter, shownAfter, type Theatre, until, withTheatre } from '../theatre.js'

const GOAL = 2
const FRAMES = 240
const STEP_PX = 120
const NEWER_A_SECOND = 20
/** Minimum delay between two key presses of a user. */
const HAND_MS = 250

/** Writes turns of four messages: a question, a text of varying length, a call and its result. */
const writeTurns = (transcript: Transcript, messages: number): void => {
  for (let turn = 0; turn < messages / 4; turn += 1) {
    transcript.user(`Question ${turn}`)
    transcript.assistant(
      text(`Answer ${turn}: ${'words that fill some lines of it, '.repeat((turn * 7) % 40)}\n\n- one\n- two`),
    )
    transcript.assistant(call(`toolu_${turn}`, 'Bash', { command: `make step-${turn}` }))
    transcript.result(`toolu_${turn}`, `line of output\n`.repeat((turn * 5) % 30))
  }
}

interface Scrolled {
  readonly frames: readonly number[]
  readonly longest: number
  readonly nodes: number
}

const scroll = (page: Page): Promise<Scrolled> =>
  page.evaluate<Scrolled>(`new Promise((done) => {
    const box = document.querySelector('[role="log"]')
    const from = bench.long.length
    const frames = []
    let [last, nodes] = [performance.now(), 0]
    const step = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      nodes = Math.max(nodes, document.getElementsByTagName('*').length)
      box.scrollTop -= ${STEP_PX}
      if (frames.length < ${FRAMES}) return requestAnimationFrame(step)
      const long = bench.long.slice(from).map(({ duration }) => duration)
      done({ frames: frames.slice(1), longest: Math.max(0, ...long), nodes })
    }
    requestAnimationFrame(step)
  })`)

/** Returns how many pixels the first visible message moves until half a second after `over` is true. */
const drift = (page: Page, begin: string, over: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const box = document.querySelector('[role="log"]')
    ${begin}
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const top = box.getBoundingClientRect().top
      const anchor = [...box.querySelectorAll('[data-message]')].find((one) => one.getBoundingClientRect().top >= top)
      const place = anchor.getBoundingClientRect().top
      const height = box.scrollHeight
      const end = performance.now() + 15000
      let [most, settledAt] = [0, undefined]
      const look = () => {
        const now = performance.now()
        most = Math.max(most, anchor.isConnected ? Math.abs(anchor.getBoundingClientRect().top - place) : Infinity)
        if (settledAt === undefined && (${over})) settledAt = now + 500
        if (now > (settledAt ?? Infinity)) return done(Math.round(most))
        if (now > end) return done(NaN)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }))
  })`)

const atEnd = `(() => { const box = document.querySelector('[role="log"]');
  return box.scrollHeight - box.scrollTop - box.clientHeight < 2 && box.textContent.includes('The very last words.') })()`
const atBeginning = `(() => { const box = document.querySelector('[role="log"]');
  return box.scrollTop === 0 && box.querySelector('[data-message]')?.textContent.includes('Question 0') })()`

const openTimes = async (page: Page, url: string, rounds: number): Promise<readonly number[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await shownAfter(page, url, '[data-message]'))
  return times
}

const whileNewer = async (page: Page, transcript: Transcript): Promise<number> => {
  const before = await page.evaluate<number>("document.querySelector('[role=log]').scrollHeight")
  const still = drift(page, '', `document.querySelector('[data-newest]')?.textContent.match(/[1-9]\\d* new/)`)
  for (let sent = 0; sent < NEWER_A_SECOND * 3; sent += 1) {
    transcript.assistant(text(`Said just now, number ${sent}.`))
    await setTimeout(1000 / NEWER_A_SECOND)
  }
  const moved = await still
  return before > 0 ? moved : Number.NaN
}

const COUNT = "document.querySelector('[data-find] [role=status]')?.textContent"

/** Returns the time from the last letter of the query to the first matching message. */
const findIn = async (page: Page): Promise<number> => {
  await page.keyboard.press('Control+f')
  const field = page.getByRole('textbox', { name: 'Find in this conversation' })
  await field.fill('Question ')
  const earlier = JSON.stringify(await until<string>(page, `/ of /.test(${COUNT}) && ${COUNT}`))
  return answeredAfter(page, () => page.keyboard.press('7'), `/ of /.test(${COUNT}) && ${COUNT} !== ${earlier}`)
}

const play = async ({ service, open }: Theatre, transcript: Transcript, session: string, rounds: number) => {
  await imported(service)
  const url = `${service.url}/sessions/${session}`
  const page = await open('/favicon.svg')
  const times = await openTimes(page, url, rounds)
  await page.getByText('The very last words.').waitFor()
  const scrolled = await scroll(page)
  await page.mouse.move(600, 400)
  await page.keyboard.press('End')
  await until(page, atEnd)
  await setTimeout(HAND_MS)
  const home = await answeredAfter(page, () => page.keyboard.press('Home'), atBeginning)
  await setTimeout(HAND_MS)
  const end = await answeredAfter(page, () => page.keyboard.press('End'), atEnd)

  await page.goto(url)
  await page.getByText('The very last words.').waitFor()
  await setTimeout(HAND_MS)
  const older = await drift(page, 'box.scrollTop = 1400', 'box.scrollHeight > height + 2000')
  await page.goto(url)
  await page.getByText('The very last words.').waitFor()
  await setTimeout(HAND_MS)
  await page.evaluate("document.querySelector('[role=log]').scrollTop -= 3000")
  await page.locator('[data-newest]').waitFor()
  const newer = await whileNewer(page, transcript)

  const finding = await open(`/sessions/${session}`)
  await finding.locator('[data-message]').first().waitFor()
  const found = await findIn(finding)
  return { times, scrolled, home, end, older, newer, found }
}

/** Measures a conversation of ten thousand messages. */
export const conversation: Scene = {
  name: 'conversation',
  figures: async (backstage): Promise<readonly Figure[]> => {
    const session = randomUUID()
    const messages = backstage.quick ? 2000 : 10_000
    let transcript: Transcript | undefined
    const setting = {
      before: (places: { readonly claudeHome: string }) => {
        transcript = transcriptOf(places, session)
        writeTurns(transcript, messages)
        transcript.assistant(text('The very last words.'))
      },
    }
    const seen = await withTheatre(backstage, setting, (theatre) => {
      if (transcript === undefined) throw new Error('nothing was written')
      return play(theatre, transcript, session, backstage.quick ? 3 : 9)
    })
    const size = messages.toLocaleString('en')
    const { frames, longest, nodes } = seen.scrolled
    return [
      atMost(GOAL, `first message of ${size}, median of ${seen.times.length} openings`, median(seen.times), 500, 'ms'),
      atMost(GOAL, '  the slowest of them', Math.max(...seen.times), 500, 'ms'),
      atMost(GOAL, `p95 frame of ${FRAMES} while scrolling`, quantile(frames, 0.95), 20, 'ms', 1),
      atMost(GOAL, 'longest task while scrolling', longest, 50, 'ms'),
      atMost(GOAL, 'elements on the page', nodes, 1500, ''),
      atMost(GOAL, 'Home to the first message', seen.home, 300, 'ms'),
      atMost(GOAL, 'End to the last one', seen.end, 300, 'ms'),
      exactly(GOAL, 'drift while 200 older ones arrive, px', seen.older, 0),
      exactly(GOAL, `drift while ${NEWER_A_SECOND}/s newer ones arrive, px`, seen.newer, 0),
      atMost(GOAL, 'find in the session, first hit', seen.found, 300, 'ms'),
    ]
  },
}
