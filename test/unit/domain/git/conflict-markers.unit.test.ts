import { expect, it } from 'vitest'
import { hasConflictMarkers } from '../../../../src/domain/git/conflict-markers.js'

it.each([
  'a\n<<<<<<< HEAD\nb\n',
  'a\r\n>>>>>>> feature\r\n',
  '||||||| 1234567\n',
  '<<<<<<<',
  '>>>>>>>\r\n',
  '<<<<<<<<<<<<<<<< HEAD\n',
])('%j contains conflict markers', (text) => {
  expect(hasConflictMarkers(text)).toBe(true)
})

it.each(['', 'Title\n=======\n', ' <<<<<<< HEAD\n', '<<<<<< HEAD\n', 'a <<<<<<< b\n', '<<<<<<<b\n'])(
  '%j contains none',
  (text) => {
    expect(hasConflictMarkers(text)).toBe(false)
  },
)
