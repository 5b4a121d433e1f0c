import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { cutLayers, graveFaults } from '../../support/browser/faults.js'
import { type Layer, layersOf } from '../../support/browser/layers.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = 'slow-basket'

// Width and theme do not interact, so each is seen once.
const LOOKS = [
  [1280, 'light'],
  [390, 'dark'],
] as const

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
    const send = (method: string, path: string, body: unknown) =>
      fetch(`${stage.url()}/api/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await send('POST', 'alerts/rules', { name: 'Asks', rule_type: 'event_pattern', config: { event_type: 'Stop' } })
    await send('POST', 'remote-sources', { label: 'build-box', host: 'ada@build.invalid', enabled: false })
    const webhook = { name: 'Chat', type: 'generic', url: 'http://127.0.0.1:9/hook', enabled: false }
    const { target } = (await (await send('POST', 'webhooks', webhook)).json()) as { target: { id: string } }
    await send('POST', `webhooks/${target.id}/test`, {})
    await send('PUT', 'pricing', { model_pattern: 'claude-opus-5%', display_name: 'Opus', input_per_mtok: 6 })
    await stage.agents.working('Paint the shop')
    await stage.agents.hook('UserPromptSubmit', randomUUID(), { cwd: '/home/ada/garden', prompt: 'Water the roses' })
    await stage.agents.asking('Publish the shop', 'npm publish')
  })

  /** Opens a layer, returns its faults, and closes it and those over it with Esc. */
  const faultsOf = async (
    page: Page,
    name: string,
    { open, shown, inside = {} }: Layer,
  ): Promise<readonly string[]> => {
    await open()
    await shown.first().waitFor()
    const faults = [...(await graveFaults(page)), ...(await cutLayers(page))].map((fault) => `${name}: ${fault}`)
    for (const [over, layer] of Object.entries(inside)) {
      faults.push(...(await faultsOf(page, `${name} > ${over}`, layer)))
    }
    await page.keyboard.press('Escape')
    await shown.first().waitFor({ state: 'hidden' })
    return faults
  }

  it.each(LOOKS)('has no serious accessibility fault and nothing cut off at %i px, %s', async (width, colorScheme) => {
    const faults: string[] = []
    for (const [path, layers] of layersOf({ session: SESSION, lane: undefined })) {
      const page = await stage.open(path, {
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce',
        hasTouch: width < 760,
      })
      for (const [name, layer] of Object.entries(layers(page))) {
        if (layer.on !== undefined && layer.on !== (width < 760 ? 'phone' : 'laptop')) continue
        faults.push(...(await faultsOf(page, `${path} ${name}`, layer)))
      }
      await page.close()
    }
    expect(faults).toEqual([])
  })
})
