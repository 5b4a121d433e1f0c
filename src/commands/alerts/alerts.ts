import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import type { CreateAlertRule, UpdateAlertRule } from '../../domain/alerts/decide.js'
import type { AlertScope } from '../../domain/alerts/rule.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { CommandRunner } from '../kernel/run.js'
import { alert, alertRule, allAlerts } from './decider.js'

/** Only those who see the rows of everybody may have a rule that watches them (supplement-server 27.1). */
const mayWatch = (
  { scope }: { readonly scope?: AlertScope | null | undefined },
  reads: Visibility,
): Effect.Effect<void, Rejection<'EADMIN'>> =>
  scope === 'all' && !seesEverything(reads)
    ? Effect.fail(reject('EADMIN', 'only admins and analysts may watch the sessions of everybody'))
    : Effect.void

/** Returns the commands for alert rules and their alerts. */
export const alertCommands = ({ run }: CommandRunner, newId: () => string) => ({
  /** Creates a rule and returns its id. Fails with EADMIN if it would watch rows that `reads` does not show. */
  create: (command: CreateAlertRule, author: Author, reads: Visibility) => {
    const id = newId()
    return Effect.zipRight(
      mayWatch(command, reads),
      Effect.as(run(alertRule, id, 'create', { id, ...command }, author), id),
    )
  },

  /** Changes a rule. Fails with EADMIN as `create` does. */
  update: (id: string, command: UpdateAlertRule, author: Author, reads: Visibility) =>
    Effect.zipRight(mayWatch(command, reads), run(alertRule, id, 'update', command, author)),

  /** Deletes a rule and its alerts. */
  remove: (id: string, author: Author) => run(alertRule, id, 'remove', {}, author),

  /** Acknowledges an alert. Repeating it has no effect. */
  acknowledge: (id: number, author: Author) => run(alert, id, 'acknowledge', {}, author),

  /** Acknowledges all open alerts that the user sees and returns how many there were. */
  acknowledgeAll: (author: Author, visibility: Visibility) =>
    Effect.map(run(allAlerts, visibility, 'acknowledgeAll', {}, author), ({ state }) => state.ids.length),
})

export type AlertCommands = ReturnType<typeof alertCommands>
