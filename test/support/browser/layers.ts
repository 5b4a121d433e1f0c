import type { Locator, Page } from 'playwright-core'

/** Something that opens over a page. */
export interface Layer {
  readonly open: () => Promise<void>
  /** Appears with the layer. */
  readonly shown: Locator
  /** The only device that has it; both by default. */
  readonly on?: 'laptop' | 'phone'
  /** Layers over this one. */
  readonly inside?: Layers
}

export type Layers = Readonly<Record<string, Layer>>

/** The addresses that depend on what a service stores; without one, its layers are left out. */
export interface Subjects {
  readonly session: string | undefined
  readonly lane: string | undefined
}

/**
 * Returns the layers of each page: dialogs, menus, popovers, tooltips and questions. Layers over rows need a row: a waiting
 * session, a finished session, an alert rule, a webhook, a changed price, or a remote machine.
 */
export const layersOf = ({
  session,
  lane,
}: Subjects): readonly (readonly [path: string, of: (page: Page) => Layers])[] => [
  ['/', now],
  ['/sessions', sessions],
  ...(session === undefined ? [] : [[`/sessions/${session}`, conversation] as const]),
  ['/insights/cost?period=all', insights],
  ['/alerts', alerts],
  ['/settings/pricing', pricing],
  ['/settings/data', data],
  ['/settings/import', imports],
  ['/settings/machines', machines],
  ['/lanes', lanes],
  ...(lane === undefined
    ? []
    : [[`/lanes/${lane}?start=true`, laneStart] as const, [`/lanes/${lane}?tab=settings`, laneSettings] as const]),
]

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first()
const dialog = (page: Page, name?: string | RegExp): Locator =>
  name === undefined ? page.getByRole('dialog') : page.getByRole('dialog', { name })
const pressing = (page: Page, name: string | RegExp, shown: Locator, inside?: Layers): Layer => ({
  open: () => button(page, name).click(),
  shown,
  ...(inside === undefined ? {} : { inside }),
})
const choosing = (page: Page, label: string | RegExp): Layer => ({
  open: () => page.getByLabel(label).click(),
  shown: page.getByRole('option'),
})

/** A tooltip. What it explains may be drawn again when more figures arrive, which closes it. */
const explaining = (page: Page, point: () => Promise<void>): Layer => {
  const shown = page.getByRole('tooltip')
  const open = async (attempts: number): Promise<void> => {
    await point()
    const isShown = await shown.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
    if (!isShown && attempts > 1) await open(attempts - 1)
  }
  return { open: () => open(5), shown }
}

const now = (page: Page): Layers => ({
  more: { ...pressing(page, /^More/, dialog(page, 'More')), on: 'phone' },
  why: { open: () => page.locator('[data-why]').first().click(), shown: page.getByText('Show event') },
  palette: { open: () => page.keyboard.press('Control+k'), shown: dialog(page).getByRole('option') },
  help: { open: () => page.keyboard.press('?'), shown: dialog(page) },
})

const sessions = (page: Page): Layers => ({
  facet: pressing(page, 'State', page.getByRole('option')),
  dates: pressing(page, 'Any date', page.getByRole('button', { name: 'Last 7 days' })),
  views: pressing(page, 'Views', dialog(page, 'Views')),
  more: pressing(page, 'List options', page.getByRole('menu')),
  'delete question': {
    open: async () => {
      // A phone shows the checkboxes only while it selects.
      await button(page, 'List options').click()
      await page.getByRole('menuitemcheckbox', { name: 'Select sessions' }).click()
      await page.getByRole('checkbox').first().check({ force: true })
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    },
    shown: dialog(page),
  },
})

const conversation = (page: Page): Layers => ({
  // A phone hides these figures until they are asked for.
  tooltip: { ...explaining(page, () => page.locator('header li [tabindex="0"]').first().focus()), on: 'laptop' },
  export: pressing(page, 'Export', page.getByRole('menu')),
})

const insights = (page: Page): Layers => ({
  facet: {
    // Tables have a heading of this name, which sorts them.
    open: () => page.locator('[aria-haspopup="dialog"]', { hasText: 'Project' }).click(),
    shown: page.getByRole('option'),
  },
  // A phone has one button, which names the period.
  period: pressing(page, /^(Custom|All)$/, dialog(page, 'Period')),
  tooltip: explaining(page, async () => {
    // Somewhere else first: a pointer that already is over the bar does not enter it.
    await page.mouse.move(0, 0)
    await page.locator('[data-bar]').last().hover()
  }),
})

const alerts = (page: Page): Layers => ({
  select: { open: () => page.getByRole('combobox').click(), shown: page.getByRole('option') },
  'new rule': pressing(page, /Permission requested/, dialog(page, 'New rule')),
  'new budget': pressing(page, /Daily budget/, dialog(page, 'New rule'), { select: choosing(page, 'Per') }),
  'rule form': pressing(page, /^Edit /, dialog(page), {
    combobox: {
      open: () => page.getByRole('combobox', { name: 'Event' }).click(),
      shown: page.getByRole('option'),
    },
    facet: pressing(page, /project/i, page.getByRole('option')),
    'delete question': pressing(page, 'Delete rule', dialog(page, /^Delete/)),
  }),
  'webhook form': pressing(page, 'Add webhook', dialog(page), { select: choosing(page, 'Type') }),
  'webhook menu': pressing(page, /^More actions for/, page.getByRole('menu')),
  'webhook, changed': {
    open: () => ofWebhook(page, 'Edit'),
    shown: dialog(page),
  },
  deliveries: { open: () => ofWebhook(page, 'Show deliveries'), shown: dialog(page) },
  'delete webhook': { open: () => ofWebhook(page, 'Delete webhook'), shown: dialog(page) },
})

const ofWebhook = async (page: Page, name: string): Promise<void> => {
  await button(page, /^More actions for/).click()
  await page.getByRole('menuitem', { name }).click()
}

const pricing = (page: Page): Layers => ({
  'price form': pressing(page, 'Add price', dialog(page), { select: choosing(page, 'Provider') }),
  'price, changed': pressing(page, /^Edit /, dialog(page)),
  'reset question': pressing(page, 'Reset all', page.getByRole('button', { name: 'Cancel' })),
})

const data = (page: Page): Layers => ({
  select: { open: () => page.getByRole('combobox').first().click(), shown: page.getByRole('option') },
  question: {
    open: () =>
      page
        .getByRole('button', { name: /^Preview/ })
        .last()
        .click(),
    shown: page.getByRole('button', { name: 'Cancel' }),
  },
})

const imports = (page: Page): Layers => ({
  question: pressing(page, 'Re-import all', dialog(page)),
})

const machines = (page: Page): Layers => ({
  form: pressing(page, 'Add machine', dialog(page)),
  'machine, changed': pressing(page, /^Edit /, dialog(page)),
  'delete question': pressing(page, /^Delete /, dialog(page)),
})

const lanes = (page: Page): Layers => ({
  'new lane': pressing(page, 'New lane', dialog(page, 'New lane')),
})

const laneStart = (page: Page): Layers => ({
  select: { open: () => page.getByRole('combobox').first().click(), shown: page.getByRole('option') },
})

const laneSettings = (page: Page): Layers => ({
  reset: pressing(page, 'Reset worktree', dialog(page)),
  remove: pressing(page, 'Remove lane', dialog(page)),
})
