import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { CreateAlertRule, UpdateAlertRule } from '../../domain/alerts/decide.js'
import type { CommandRunner } from '../kernel/run.js'
import { alert, alertRule, allAlerts } from './decider.js'

/** Returns the commands for alert rules and their alerts. */
export const alertCommands = ({ run }: CommandRunner, newId: () => string) => ({
  /** Creates a rule and returns its id. */
  create: (command: CreateAlertRule, author: Author) => {
    const id = newId()
    return Effect.as(run(alertRule, id, 'create', { id, ...command }, author), id)
  },

  update: (id: string, command: UpdateAlertRule, author: Author) => run(alertRule, id, 'update', command, author),

  /** Deletes a rule and its alerts. */
  remove: (id: string, author: Author) => run(alertRule, id, 'remove', {}, author),

  /** Acknowledges an alert. Repeating it has no effect. */
  acknowledge: (id: number, author: Author) => run(alert, id, 'acknowledge', {}, author),

  /** Acknowledges all open alerts that the user sees and returns how many there were. */
  acknowledgeAll: (author: Author, visibility: Visibility) =>
    Effect.map(run(allAlerts, visibility, 'acknowledgeAll', {}, author), ({ state }) => state.ids.length),
})

export type AlertCommands = ReturnType<typeof alertCommands>
