import type { CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { openReceiver, type Receiver, status } from '../../../support/http/receiver.js'
import { newBrowser } from '../../../support/push/browser.js'

interface Registered {
  readonly registrations: readonly { readonly registrationId: string; readonly scopeURL: string }[]
}

inChromium('Push', () => {
  const stage = useStage({ isWhole: true })
  let service: Receiver
  beforeAll(async () => {
    service = await openReceiver()
    service.answer = status(201)
  })
  afterAll(() => service.close())

  /** Opens a page whose push service is the local receiver instead of one on the internet. */
  const opened = async (path = '/alerts', device = 'device') => {
    const browser = newBrowser(`${service.url}/${device}`)
    const page = await stage.openApart()
    await page.context().grantPermissions(['notifications'])
    await page.addInitScript(
      `{
        let held = null
        const { endpoint, keys } = ${JSON.stringify(browser.subscription)}
        PushManager.prototype.getSubscription = async () => held
        PushManager.prototype.subscribe = async ({ applicationServerKey }) => (held = {
          endpoint,
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => { held = null; return true },
        })
      }`,
    )
    await page.goto(stage.url() + path)
    return { browser, page }
  }
  const hosts = async () =>
    (
      (await (await fetch(`${stage.url()}/api/push/subscriptions`)).json()) as {
        readonly subscriptions: readonly { readonly host: string }[]
      }
    ).subscriptions.map(({ host }) => host)
  const needsMe = { name: 'Needs me', exact: true }
  const turn = (page: Page) => page.getByRole('switch', needsMe)
  /** Until the browser is subscribed: while it subscribes, the switch is on but disabled, and a page that is left gives up. */
  const isOn = (page: Page) => page.getByRole('switch', { ...needsMe, checked: true, disabled: false }).waitFor()

  it('needs no rule: a switch subscribes, a session that asks is pushed', async () => {
    const { browser, page } = await opened()
    const titles = () => service.received.map((message) => (browser.read(message) as { readonly title: string }).title)
    await turn(page).click()
    await isOn(page)
    await expect.poll(hosts).toEqual([new URL(service.url).host])
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Sent to 1 browser').waitFor()
    await stage.agents.asking('Publish the shop', 'npm publish')
    await expect.poll(titles).toEqual(['Switchyard', 'Publish the shop needs you'])
    await turn(page).click()
    await page.getByRole('switch', { ...needsMe, checked: false }).waitFor()
    const notify = async () =>
      (
        (await (await fetch(`${stage.url()}/api/push/subscriptions`)).json()) as {
          readonly subscriptions: readonly { readonly notify: unknown }[]
        }
      ).subscriptions.map((one) => one.notify)
    await expect.poll(notify).toMatchObject([{ needs_me: false, failed: false, finished: false, quiet: null }])
    await page.getByRole('switch', { name: 'Quiet hours' }).click()
    await page.getByLabel('Quiet from').fill('21:15')
    await expect.poll(notify).toMatchObject([{ quiet: { from: '21:15', to: '07:30' } }])
  })

  it('is on for all rules, and is tested in the form of a rule', async () => {
    const { page } = await opened()
    await page.getByRole('link', { name: 'New rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    const test = dialog.getByRole('button', { name: 'Test', exact: true })
    await dialog.getByRole('checkbox', { name: /^This browser/ }).click()
    await dialog.getByRole('checkbox', { name: /^This browser/, checked: true }).waitFor()
    const before = service.received.length
    await test.click()
    await dialog.getByText('Test sent to 1 of 1 target').waitFor()
    expect(service.received.length).toBe(before + 1)
  })

  it('subscribes a browser later whose page was left too early', async () => {
    const { page } = await opened('/alerts', 'other-device')
    await page.route('**/api/push/subscribe', (route) => route.abort())
    const before = await hosts()
    await turn(page).click()
    await page.getByRole('alert').waitFor()
    expect(await hosts()).toEqual(before)
    await page.unroute('**/api/push/subscribe')
    await page.goto(stage.url())
    await expect.poll(async () => (await hosts()).length).toBe(before.length + 1)
  })

  it('shows what to do when notifications are denied', async () => {
    const page = await stage.openApart('/alerts')
    await page.addInitScript('Notification.requestPermission = async () => "denied"')
    await page.reload()
    await turn(page).click()
    await page.getByText('Notifications are blocked.').waitFor()
    await page.getByRole('switch', { ...needsMe, checked: false }).waitFor()
  })

  /** Returns a function that delivers a push message to the real service worker. */
  const delivering = async (page: Page) => {
    const cdp: CDPSession = await page.context().newCDPSession(page)
    const known = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registered) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(stage.url()))
        if (own !== undefined) resolve(own.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const registrationId = await known
    return (notice: unknown) =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin: stage.url(),
        registrationId,
        data: typeof notice === 'string' ? notice : JSON.stringify(notice),
      })
  }
  const workerOf = async (page: Page): Promise<Worker> => {
    const coming = page.context().waitForEvent('serviceworker')
    const [running] = page.context().serviceWorkers()
    if (running === undefined) return coming
    // The pending wait rejects when the test ends.
    coming.catch(() => undefined)
    return running
  }
  /** Focuses a page until its worker sees it as focused, which decides what the worker shows. */
  const lookAt = async (page: Page): Promise<void> => {
    const worker = await workerOf(page)
    const isKnown = async () => {
      await page.bringToFront()
      return worker.evaluate<boolean>(
        "self.clients.matchAll({ type: 'window' }).then((all) => all.some(({ focused }) => focused))",
      )
    }
    await expect.poll(isKnown).toBe(true)
  }
  const shown = (page: Page): Promise<readonly string[]> =>
    page.evaluate<readonly string[]>(
      `navigator.serviceWorker.ready
        .then((worker) => worker.getNotifications())
        .then((all) => all.map(({ title, body, data }) => [title, body, data.url].join(' | ')))`,
    )

  it('shows a delivered message, replaces links to other origins and skips the focused page', async () => {
    const { page } = await opened()
    await turn(page).click()
    await isOn(page)
    await lookAt(page)
    const deliver = await delivering(page)
    // Deliver repeatedly, because a busy browser drops messages until its worker is ready.
    const first = async () => {
      await deliver({ title: 'Waiting', body: 'for you', url: '/sessions/a', tag: 'one' })
      return shown(page)
    }
    await expect.poll(first).toEqual([`Waiting | for you | ${stage.url()}/sessions/a`])
    await deliver({ title: 'Still waiting', body: 'for you', url: '/sessions/a', tag: 'one' })
    const still = `Still waiting | for you | ${stage.url()}/sessions/a`
    await expect.poll(() => shown(page)).toEqual([still])
    await deliver({ title: 'Here', body: 'already', url: '/alerts', tag: 'two' })
    await deliver({ title: 'Elsewhere', body: 'no', url: 'https://evil.example/x', tag: 'three' })
    await deliver('no JSON at all')
    // Notifications disappear after a while, so collect each one when it appears.
    const seen = new Set([still])
    const all = async () => {
      for (const one of await shown(page)) seen.add(one)
      return [...seen].toSorted()
    }
    await expect.poll(all).toEqual([`Elsewhere | no | ${stage.url()}/`, still, `Switchyard |  | ${stage.url()}/`])
  })

  it('shows the message of a muted session silently', async () => {
    const session = await stage.agents.working('Paint it quietly')
    const { page } = await opened()
    await turn(page).click()
    await isOn(page)
    await page.goto(`${stage.url()}/?at=${session}`)
    await page.locator(`[data-row][data-session="${session}"]`).waitFor()
    await page.keyboard.press('m')
    const kept = () =>
      page.evaluate<string>(`caches.match('/muted').then((stored) => stored === undefined ? '' : stored.text())`)
    await expect.poll(kept).toBe(JSON.stringify([session]))
    const deliver = await delivering(page)
    const told = new Set<string>()
    const all = async () => {
      await deliver({ title: 'Muted', body: 'one', url: `/sessions/${session}`, tag: 'one' })
      await deliver({ title: 'Another', body: 'one', url: '/sessions/another', tag: 'two' })
      const shownNow = await page.evaluate<readonly string[]>(
        `navigator.serviceWorker.ready
          .then((worker) => worker.getNotifications())
          .then((all) => all.map(({ title, silent }) => [title, silent === true ? 'silent' : 'aloud'].join(' ')))`,
      )
      for (const one of shownNow) told.add(one)
      return [...told].toSorted()
    }
    await expect.poll(all).toEqual(['Another aloud', 'Muted silent'])
  })

  it('opens the session on a click', async () => {
    const session = await stage.agents.working('Paint the shop')
    const { page } = await opened()
    await turn(page).click()
    await isOn(page)
    const deliver = await delivering(page)
    const given = async () => {
      await deliver({ title: 'Waiting', body: 'for you', url: `/sessions/${session}`, tag: 'one' })
      return shown(page)
    }
    await expect.poll(given).toHaveLength(1)
    const worker = await workerOf(page)
    await worker.evaluate(
      `registration.getNotifications().then(([notification]) =>
        dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    )
    await page.waitForURL(`**/sessions/${session}`)
  })
})
