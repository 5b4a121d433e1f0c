import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesLike } from '../../../../ui/src/app/palette/pages.js'
import { count, percent } from '../../../../ui/src/format/format.js'
import { speak, t } from '../../../../ui/src/i18n/i18n.js'
import { askWords } from '../../../../ui/src/kit/ask-words.js'
import { situationWords } from '../../../../ui/src/kit/situation.js'

beforeAll(() => speak('de'))
afterAll(() => speak('en'))

describe('in German', () => {
  it('states use the terms of the glossary', () =>
    expect([situationWords('needs_you'), situationWords('your_turn')]).toEqual(['Wartet auf dich', 'Du bist dran']))

  it('tool names are not translated', () =>
    expect(askWords({ kind: 'permission', tool: 'WebFetch', text: '' })).toBe('Will WebFetch verwenden'))

  it('plurals have their own form and number format', () => {
    const agents = (many: number) => t('now:answer.need', { count: many })
    expect(agents(1)).toBe('<em>1 Agent</em> braucht dich')
    expect(agents(2360)).toBe('<em>2.360 Agenten</em> brauchen dich')
  })

  it('numbers in a sentence have the German format', () => {
    const reading = t('import.reading', { done: count(2300), total: count(7000), share: percent(34, 100) })
    expect(reading.replaceAll('\u00a0', ' ')).toBe('Verlauf wird importiert: 2,3 Tsd. von 7 Tsd. Dateien, 34 %')
  })

  it('the palette finds pages by their German name', () => {
    expect(pagesLike('einst').map(({ to }) => to)).toEqual(['/settings'])
  })
})
