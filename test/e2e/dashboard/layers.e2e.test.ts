import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = 'slow-basket'

interface Layer {
  readonly open: () => Promise<void>
  /** Appears with the layer. */
  readonly shown: Locator
  /** Layers over this one. */
  readonly inside?: readonly (readonly [name: string, layer: Layer])[]
}

inChromium('every layer over a page', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, SESSION)
      transcript.user('Why is the basket slow?')
      transcript.assistant(text('It reads prices twice.'), call('toolu_1', 'Bash', { command: 'npm test' }))
      transcript.result('toolu_1', 'ok')
    },
  })
  beforeAll(async () => {
    const post = (path: string, body: unknown) =>
      fetch(`${stage.url()}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('alerts/rules', { name: 'Asks', rule_type: 'event_pattern', config: { event_type: 'Stop' } })
    await post('webhooks', { name: 'Chat', type: 'slack', url: 'https://chat.invalid/hook', enabled: false })
    await stage.agents.working('Paint the shop')
    await stage.agents.hook('UserPromptSubmit', randomUUID(), { cwd: '/home/ada/garden', prompt: 'Water the roses' })
    await stage.agents.asking('Publish the shop', 'npm publish')
  })

  /** Opens a layer, returns its serious faults in both themes, and closes it and those over it with Esc. */
  const faultsOf = async (
    page: Page,
    name: string,
    { open, shown, inside = [] }: Layer,
  ): Promise<readonly string[]> => {
    await open()
    await shown.first().waitFor()
    const faults: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      faults.push(...(await graveFaults(page)).map((fault) => `${name}, ${colorScheme}: ${fault}`))
    }
    for (const [over, layer] of inside) faults.push(...(await faultsOf(page, `${name} > ${over}`, layer)))
    await page.keyboard.press('Escape')
    await shown.first().waitFor({ state: 'hidden' })
    return faults
  }

  /** The layers of each route. The first one waits until the page is there. */
  const routes: readonly (readonly [path: string, layersOf: (page: Page) => Readonly<Record<string, Layer>>])[] = [
    [
      '/',
      (page) => ({
        why: { open: () => page.locator('[data-why]').first().click(), shown: page.getByText('Show event') },
        palette: { open: () => page.keyboard.press('Control+k'), shown: page.getByRole('dialog').getByRole('option') },
        help: { open: () => page.keyboard.press('?'), shown: page.getByRole('dialog') },
      }),
    ],
    [
      '/sessions',
      (page) => ({
        facet: { open: () => page.getByRole('button', { name: 'State' }).click(), shown: page.getByRole('option') },
        dates: {
          open: () => page.getByRole('button', { name: 'Any date' }).click(),
          shown: page.getByRole('button', { name: 'Last 7 days' }),
        },
        views: {
          open: () => page.getByRole('button', { name: 'Views' }).click(),
          shown: page.getByRole('dialog', { name: 'Views' }),
        },
        more: {
          open: () => page.getByRole('button', { name: 'List options' }).click(),
          shown: page.getByRole('menu'),
        },
        'delete question': {
          open: async () => {
            await page.getByRole('checkbox').first().check({ force: true })
            await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
          },
          shown: page.getByRole('dialog'),
        },
      }),
    ],
    [
      `/sessions/${SESSION}`,
      (page) => ({
        tooltip: {
          open: () => page.locator('header li [tabindex="0"]').first().focus(),
          shown: page.getByRole('tooltip'),
        },
        export: { open: () => page.getByRole('button', { name: 'Export' }).click(), shown: page.getByRole('menu') },
      }),
    ],
    [
      '/insights/cost?period=all',
      (page) => ({
        facet: {
          // Tables have a heading of this name, which sorts them.
          open: () => page.locator('[aria-haspopup="dialog"]', { hasText: 'Project' }).click(),
          shown: page.getByRole('option'),
        },
        period: {
          open: () => page.getByRole('button', { name: 'Custom' }).click(),
          shown: page.getByRole('dialog', { name: 'Period' }),
        },
        tooltip: { open: () => page.locator('[data-bar]').last().focus(), shown: page.getByRole('tooltip') },
      }),
    ],
    [
      '/alerts',
      (page) => ({
        select: { open: () => page.getByRole('combobox').click(), shown: page.getByRole('option') },
        'rule form': {
          open: () => page.getByRole('button', { name: 'Edit Asks' }).click(),
          shown: page.getByRole('dialog', { name: 'Asks' }),
          inside: [
            [
              'combobox',
              {
                open: () => page.getByRole('combobox', { name: 'Event' }).click(),
                shown: page.getByRole('option'),
              },
            ],
            [
              'facet',
              {
                open: () => page.getByRole('button', { name: /project/i }).click(),
                shown: page.getByRole('option'),
              },
            ],
            [
              'delete question',
              {
                open: () => page.getByRole('button', { name: 'Delete rule' }).click(),
                shown: page.getByRole('dialog', { name: /^Delete/ }),
              },
            ],
          ],
        },
        'webhook form': {
          open: () => page.getByRole('button', { name: 'Add webhook' }).click(),
          shown: page.getByRole('dialog'),
          inside: [['select', { open: () => page.getByLabel('Type').click(), shown: page.getByRole('option') }]],
        },
        'webhook menu': {
          open: () => page.getByRole('button', { name: 'More actions for Chat' }).click(),
          shown: page.getByRole('menu'),
        },
        deliveries: {
          open: async () => {
            await page.getByRole('button', { name: 'More actions for Chat' }).click()
            await page.getByRole('menuitem', { name: 'Show deliveries' }).click()
          },
          shown: page.getByRole('dialog'),
        },
      }),
    ],
    [
      '/settings/pricing',
      (page) => ({
        'price form': {
          open: () => page.getByRole('button', { name: 'Add price' }).click(),
          shown: page.getByRole('dialog'),
          inside: [['select', { open: () => page.getByLabel('Provider').click(), shown: page.getByRole('option') }]],
        },
      }),
    ],
    [
      '/settings/data',
      (page) => ({
        select: { open: () => page.getByRole('combobox').first().click(), shown: page.getByRole('option') },
        question: {
          open: () =>
            page
              .getByRole('button', { name: /^Preview/ })
              .last()
              .click(),
          shown: page.getByRole('button', { name: 'Cancel' }),
        },
      }),
    ],
    [
      '/settings/machines',
      (page) => ({
        form: {
          open: () => page.getByRole('button', { name: 'Add machine' }).click(),
          shown: page.getByRole('dialog'),
        },
      }),
    ],
  ]

  it.each(routes)('of %s has no serious accessibility fault in either theme', async (path, layersOf) => {
    const page = await stage.open(path, { reducedMotion: 'reduce' })
    const faults: string[] = []
    for (const [name, layer] of Object.entries(layersOf(page))) faults.push(...(await faultsOf(page, name, layer)))
    expect(faults).toEqual([])
  })
})
