import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Stage } from './stage.js'

// Elements and attributes that the dashboard never renders below `main`.
const STRANGERS = `main :is(script, iframe, object, embed, link, style, base, meta, video, audio, picture, template, math, marquee,
  form:not([class]), [onerror], [onload], [onfocus], [ontoggle], [ping], [srcset], [formaction], [background], [style*="url("])`
const FINE_LINK = String.raw`^(?:https?:\/\/|mailto:|\/|#)`

// One evaluation for all checks, because it runs hundreds of times.
const LOOK = `({
  ran: [globalThis.marker, ({}).polluted].filter((one) => one !== undefined),
  strangers: [...document.querySelectorAll(${JSON.stringify(STRANGERS)})].map((one) => one.outerHTML),
  links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    .filter((href) => !new RegExp(${JSON.stringify(FINE_LINK)}).test(href)),
})`

/** A page whose external requests, navigations, windows, dialogs, downloads, errors and CSP violations are recorded. */
export interface Guarded {
  readonly page: Page
  /** Fails if hostile text ran a script, loaded or opened something, or was rendered as markup. */
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
