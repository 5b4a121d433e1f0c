import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetOf } from '../../../../../src/domain/search/snippet.js'
import { lettersOf, withPairs } from '../../../../../src/domain/search/unspaced.js'
import { wantedIn } from '../../../../../src/domain/search/words.js'
import { expressionOf } from '../../../../../src/projections/queries/conversation-search.js'

let db: Database.Database
beforeAll(() => {
  db = new Database(':memory:')
  db.exec(`create virtual table talk_text using fts5(
    body, tools, files, letters, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`)
})
afterAll(() => {
  db.close()
})

/** Whether a query finds a text. */
const finds = (text: string, q: string): boolean => {
  const wanted = wantedIn(q)
  if (wanted === null) return false
  db.prepare('insert into talk_text (rowid, body, letters) values (1, ?, ?)').run(withPairs(text), lettersOf(text))
  try {
    return db.prepare('select rowid from talk_text where talk_text match ?').get(expressionOf(wanted)) !== undefined
  } finally {
    db.prepare('delete from talk_text where rowid = 1').run()
  }
}
const marked = (text: string, q: string): readonly string[] => {
  const wanted = wantedIn(q)
  const { text: shown, marks } = snippetOf(
    text,
    wanted ?? { phrases: [], begun: false, without: [], tools: [], files: [] },
  )
  return marks.map(([from, to]) => shown.slice(from, to))
}

describe('text without spaces between words', () => {
  it.each([
    ['我在桂林的会议室工作', '桂林'],
    ['我在桂林的会议室工作', '会议室'],
    ['我在桂林的会议室工作', '桂'],
    ['我在桂林的会议室工作', '作'],
    ['明日の会議の資料を作って', '会議'],
    ['明日の会議の資料を作って', 'の資料を'],
    ['データベースを直す', 'データ'],
    ['データベースを直す', 'ース'],
    ['회의를 준비한다', '회의'],
    ['회의를 준비한다', '비한'],
    ['ฉันไปประชุมวันนี้', 'ประชุม'],
    ['修改youer服务端的计划', 'youer'],
    ['修改youer服务端的计划', '服务端'],
    ['修改youer服务端的计划', '修改youer'],
    ['修改youer服务端的计划', 'youer服'],
    ['修改youer服务端的计划', '改youer服务'],
    ['修改youer服务端的计划', 'you'],
    ['修正 db 接続', 'db'],
    ['第3章第12节', '第12节'],
    ['𠮷野家で待つ', '𠮷野'],
    ['か\u3099くせい', 'がく'],
  ])('%s is found by %s', (text, q) => {
    expect(finds(text, q)).toBe(true)
    expect(marked(text.normalize('NFC'), q).length).toBeGreaterThan(0)
  })

  it.each([
    ['我在桂林的会议室工作', '林桂'],
    ['我在桂林的会议室工作', '会室'],
    ['我在桂林的会议室工作', '"桂林 会议"'],
    ['我在桂林的会议室工作', '议事'],
    ['修改youer服务端的计划', '"ouer"'],
    ['修改youer服务端的计划', '改服'],
    ['회의를 준비한다', '의회'],
    ['会 议', '会议'],
  ])('%s is not found by %s', (text, q) => expect(finds(text, q)).toBe(false))

  it('is excluded by a part of it', () => {
    expect(finds('桂林の会議 plan', 'plan')).toBe(true)
    expect(finds('桂林の会議 plan', 'plan -会議')).toBe(false)
    expect(finds('桂林の会議 plan', 'plan -会')).toBe(false)
    expect(finds('桂林の会議 plan', 'plan -会社')).toBe(true)
  })

  it('is marked in an excerpt, also beside other text', () => {
    expect(marked('修改youer服务端的计划', 'youer')).toEqual(['youer'])
    expect(marked('修改youer服务端的计划', '服务')).toEqual(['服务'])
    expect(marked('修改youer服务端的计划', '修改youer')).toEqual(['修改youer'])
    expect(marked('the youers', '"youer"')).toEqual([])
  })

  const han = fc.constantFrom(...Array.from('的一是不了人我在有他这中大来上个国会議室データベース회의'))
  const texts = fc
    .array(fc.oneof(han, fc.constantFrom('a', 'retry', '7', ' ', '，', 'é')), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.join(''))

  it('is found by any part of a run', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 6 }), (text, at, length) => {
        const runs =
          text.match(/[\p{scx=Han}\p{scx=Kana}\p{sc=Hangul}]+/gu)?.filter((run) => /^\p{L}+$/u.test(run)) ?? []
        const run = runs[at % Math.max(1, runs.length)]
        if (run === undefined) return
        const from = at % run.length
        const part = run.slice(from, from + length)
        expect(finds(text, part)).toBe(true)
        expect(marked(text, part)[0]).toBe(part)
      }),
    )
  })

  it('changes nothing for other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('abcÄé ß.-/0Жλ')) }), (text) => {
        expect([withPairs(text), lettersOf(text)]).toEqual([text, ''])
      }),
    )
  })
})
