import { expect, it } from 'vitest'
import { newSession } from '../../../../src/domain/session/state.js'
import { parsedState, stateText } from '../../../../src/projections/session/parsed-states.js'
import type { Db } from '../../../../src/projections/sql.js'

const db = (): Db => ({}) as Db

it('is the state that was written, once', () => {
  const own = db()
  const state = { ...newSession(), lastAt: 5 }
  const text = stateText(own, 1, state)
  expect(parsedState(own, 1, text)).toBe(state)
  // The one who got it may have changed it.
  expect(parsedState(own, 1, text)).not.toBe(state)
  expect(parsedState(own, 1, text)).toEqual(state)
})

it('is that of the row where another one was written, as after a rollback', () => {
  const own = db()
  const before = JSON.stringify(newSession())
  stateText(own, 1, { ...newSession(), lastAt: 5 })
  expect(parsedState(own, 1, before)).toEqual(JSON.parse(before))
  expect(parsedState(db(), 1, before)).toEqual(JSON.parse(before))
  expect(parsedState(own, 1, null)).toEqual(newSession())
})

it('is kept for the sessions that were written last', () => {
  const own = db()
  const states = Array.from({ length: 300 }, (_, at) => ({ ...newSession(), lastAt: at }))
  const texts = states.map((state, at) => stateText(own, at, state))
  const isKept = texts.map((text, at) => parsedState(own, at, text) === states[at])
  expect(isKept).toEqual(states.map((_, at) => at >= 300 - 256))
})
