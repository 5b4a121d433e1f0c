import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Stage } from './stage.js'

// What a page of ours never holds below `main`, whatever is written there.
const STRANGERS = `main :is(script, iframe, object, embed, link, style, base, meta, video, audio, picture, template, math, marquee,
  form:not([class]), [onerror], [onload], [onfocus], [ontoggle], [ping], [srcset], [formaction], [background], [style*="url("])`
const FINE_LINK = String.raw`^(?:https?:\/\/|mailto:|\/|#)`

// Asked in one go: it is asked hundreds of times.
const LOOK = `({
  ran: [globalThis.marker, ({}).polluted].filter((one) => one !== undefined),
  strangers: [...document.querySelectorAll(${JSON.stringify(STRANGERS)})].map((one) => one.outerHTML),
  links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    .filter((href) => !new RegExp(${JSON.stringify(FINE_LINK)}).test(href)),
})`

/** A page under watch: what it asks of other hosts, opens, says or is refused is written down. */
export interface Guarded {
  readonly page: Page
  /** Fails when anything ran, was loaded, was opened, or stands on the page as more than text. */
  readonly expectHarmless: () => Promise<void>
}

export const guarded = async (stage: Stage, path: string): Promise<Guarded> => {
  const page = await stage.open('/favicon.svg')
  const faults: string[] = []
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== stage.url() && protocol !== 'data:' && protocol !== 'blob:')
      faults.push(`asked for ${request.url()}`)
  })
  page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`))
  page.on('pageerror', (error) => faults.push(`error ${error.message}`))
  page.on('download', (download) => faults.push(`download ${download.url()}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text())
  })
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(stage.url())) faults.push(`navigated to ${frame.url()}`)
  })
  page.context().on('page', (opened) => faults.push(`window ${opened.url()}`))
  await page.goto(stage.url() + path)
  return {
    page,
    expectHarmless: async () => {
      expect(await page.evaluate(LOOK)).toEqual({ ran: [], strangers: [], links: [] })
      expect(faults).toEqual([])
    },
  }
}
