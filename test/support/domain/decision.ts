import * as Either from 'effect/Either'
import type { Decision, NewEvent } from '../../../src/domain/decision.js'
import type { RejectionCode } from '../../../src/domain/rejection.js'

type Decided = readonly NewEvent[] | { readonly rejected: RejectionCode }

/** Runs a decider: given a state, when a command, returns its events or its rejection. */
export const given = <State>(state: State) => ({
  when: <Command>(decide: (state: State, command: Command) => Decision, command: Command): Decided =>
    Either.match(decide(state, command), {
      onLeft: ({ code }) => ({ rejected: code }),
      onRight: (events) => events,
    }),
})
