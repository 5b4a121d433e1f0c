import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { readHunks } from '../../../../src/domain/git/diff.js'
import { chooseBlocks, readHunkRequest } from '../../../../src/domain/git/hunks.js'

const HEADER = '@@ -1,2 +1,2 @@'
const request = (hunk: unknown) => readHunkRequest({ path: 'a.txt', hunk })

describe('the header of a hunk', () => {
  it('may have the text behind it that git shows, and nothing in further lines', () => {
    expect(request(`${HEADER} function a() {`)).toMatchObject({ right: { header: HEADER } })
    for (const hunk of [`${HEADER}\n one\n-two\n+three\n`, `${HEADER}\r\n`, `x${HEADER}`, '@@ -1 +1', 5])
      expect(request(hunk)).toMatchObject({ left: { code: 'INVALID_INPUT' } })
  })

  it('must count the lines that the diff has: a part of a hunk is never staged as the whole', () => {
    const chosen = (patch: string) =>
      chooseBlocks(
        { head: ['one\n', 'two\n'], hunks: readHunks(patch, 1000).hunks },
        { path: 'a.txt', header: HEADER, block: null, context: 3 },
      )
    expect(Either.isRight(chosen(`${HEADER}\n one\n-two\n+three\n`))).toBe(true)
    for (const cut of [
      `${HEADER}\n one\n-two\n`,
      `${HEADER}\n-two\n+three\n`,
      `${HEADER}\n one\n-two\n+three\n+four\n`,
    ])
      expect(chosen(cut)).toMatchObject({ left: { code: 'EHUNKGONE' } })
  })
})
