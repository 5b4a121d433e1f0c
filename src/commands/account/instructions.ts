import * as Effect from 'effect/Effect'
import { accountId, type Author, type OwnerId } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { joinedInstructions, readInstructions } from '../../domain/account/instructions.js'
import { ownerOf } from '../../projections/ownership.js'
import { accountInstructions, laneInstructions } from '../../projections/queries/accounts.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import type { Vault } from '../ports/vault.js'
import { instructionsOfAccount, instructionsOfLane } from './decider.js'

interface InstructionParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  /** Where the texts are: they can be personal, and must be deletable for good. */
  readonly vault: Vault
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

/** Whose instructions they are: the name of their secrets. */
const ofAccount = (id: OwnerId): string => `account/${accountId(id)}`
const ofLane = (lane: number): string => `lane/${lane}`

/** Returns the commands for what new agents are told. */
export const instructionCommands = ({ run, db, vault, newId, onError }: InstructionParts) => {
  const revisionOf = (subject: string): string | null => {
    const [kind, id = ''] = subject.split('/')
    if (kind === 'lane') return laneInstructions(db, systemVisibility, Number(id))
    return accountInstructions(db, systemVisibility, id === 'local' ? id : `user:${id}`)
  }
  const nameOf = (subject: string): string | null => {
    const revision = revisionOf(subject)
    return revision === null ? null : secretName('instructions', subject, revision)
  }
  const secrets = ownedSecrets({ vault, kind: 'instructions', inForce: nameOf, onError })
  const textOf = (subject: string): string | null => {
    const name = nameOf(subject)
    const text = name === null ? null : vault.get(name)
    return typeof text === 'string' ? text : null
  }

  /** Deletes the texts that nothing uses: those of lanes that were removed. */
  const sweep = Effect.suspend(() => {
    const subjects = vault.names().flatMap((name) => {
      const [kind, of, id] = name.split('/')
      const subject = `${of}/${id}`
      return kind === 'instructions' && nameOf(subject) !== name ? [subject] : []
    })
    return Effect.forEach(new Set(subjects), (subject) => secrets.change(subject, Effect.void), { discard: true })
  })

  /** Stores a text under a revision of its own, and then what uses it. The same text again changes nothing. */
  const set = <A, E, R>(
    subject: string,
    given: unknown,
    record: (told: { revision: string | null; length: number }) => Effect.Effect<A, E, R>,
  ) =>
    Effect.flatMap(readInstructions(given), (text) => {
      if (text === textOf(subject)) return Effect.void
      const work = Effect.suspend(() => {
        if (text === null) return record({ revision: null, length: 0 })
        const revision = newId()
        vault.set(secretName('instructions', subject, revision), text)
        return record({ revision, length: Array.from(text).length })
      })
      return Effect.asVoid(secrets.change(subject, work))
    })

  return {
    /** Completes changes that a crash interrupted, and deletes what is not used. Call it when the tables can be read. */
    settleAll: Effect.zipRight(secrets.settleAll, sweep),

    /** Returns what the new agents of an account are told; null if nothing. */
    ofAccount: (id: OwnerId): string | null => textOf(ofAccount(id)),
    ofLane: (lane: number): string | null => textOf(ofLane(lane)),

    /** Returns what a new agent in a lane is told: the instructions of the lane's owner, then those of the lane. */
    forAgent: (owner: OwnerId, lane: number): string | undefined =>
      joinedInstructions(textOf(ofAccount(owner)), textOf(ofLane(lane))),

    /** Gives the instructions of an account to another one that has none. */
    handOver: (from: OwnerId, author: Author) =>
      Effect.suspend(() => {
        const [text, to] = [textOf(ofAccount(from)), ownerOf(author)]
        if (text === null || textOf(ofAccount(to)) !== null) return Effect.void
        return set(ofAccount(to), text, (told) =>
          run(instructionsOfAccount, to, 'ofAccount', { account: to, ...told }, author),
        )
      }),

    setOfAccount: (given: unknown, author: Author) => {
      const id = ownerOf(author)
      return set(ofAccount(id), given, (told) =>
        run(instructionsOfAccount, id, 'ofAccount', { account: id, ...told }, author),
      )
    },

    setOfLane: (lane: number, given: unknown, author: Author) =>
      set(ofLane(lane), given, (told) => run(instructionsOfLane, lane, 'ofLane', { lane, ...told }, author)),
  }
}

export type InstructionCommands = ReturnType<typeof instructionCommands>
