import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../../../ui/src/api/failure.js'
import { speak } from '../../../../../ui/src/i18n/i18n.js'
import { outcomeWords, rejectedIn } from '../../../../../ui/src/pages/settings/import/outcome-words.js'
import { rateWords } from '../../../../../ui/src/pages/settings/pricing/rates.js'

it('shows all digits of a rate', () => {
  expect([0.3, 18.75, 0.0375, 1e-7, 3].map(rateWords)).toEqual(['0.30', '18.75', '0.0375', '1e-7', '3.00'])
})

describe('the result of an import', () => {
  it('counts new, completed and known sessions, and unreadable files', () => {
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 0 })).toBe(
      '3 new sessions, 1 completed, 40 already known.',
    )
    expect(outcomeWords({ imported: 0, backfilled: 0, skipped: 0, errors: 2 })).toBe(
      'No new sessions. 2 files could not be read.',
    )
  })

  it('lists the rejected files and skips malformed entries', () => {
    const files = [{ name: 'a', reason: 'no' }, { name: 7 }, 'b']
    expect(rejectedIn(new Failure(400, 'NO_FILES', '', undefined, { rejected_files: files }))).toEqual([files[0]])
    expect(rejectedIn(new Failure(400, 'NO_FILES', ''))).toEqual([])
  })
})

describe('in German', () => {
  beforeAll(() => speak('de'))
  afterAll(() => speak('en'))

  it('a rate has a decimal comma', () => expect(rateWords(18.75)).toBe('18,75'))

  it('an import shows its result', () =>
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 1 })).toBe(
      '3 neue Sitzungen, 1 ergänzt, 40 schon bekannt. 1 Datei war nicht lesbar.',
    ))
})
