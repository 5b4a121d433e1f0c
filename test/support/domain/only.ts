import type { Fact, Facts, FactType } from '../../../src/domain/transcript/facts/facts.js'

/** Returns the data of all facts of one type, in order. */
export const only = <T extends FactType>(facts: readonly Fact[], type: T): Facts[T][] =>
  facts.flatMap((fact) => (fact.type === type ? [fact.data as Facts[T]] : []))
