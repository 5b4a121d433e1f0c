import type { CreateAlertRule, UpdateAlertRule } from '../../domain/alerts/decide.js'
import { isRejection } from '../../domain/rejection.js'
import type { Author } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { type CommandRunner, rejectionOf } from '../run.js'
import { alert, alertRule, allAlerts } from './decider.js'

/** Returns the commands for alert rules and their alerts. */
export const alertCommands = ({ run }: CommandRunner, newId: () => string) => ({
  /** Creates a rule and returns its id. */
  create: async (command: CreateAlertRule, author: Author) => {
    const id = newId()
    const done = await run(alertRule, id, 'create', { id, ...command }, author)
    return isRejection(done) ? done : id
  },

  update: async (id: string, command: UpdateAlertRule, author: Author) =>
    rejectionOf(await run(alertRule, id, 'update', command, author)),

  /** Deletes a rule and its alerts. */
  remove: async (id: string, author: Author) => rejectionOf(await run(alertRule, id, 'remove', {}, author)),

  /** Acknowledges an alert. Repeating it has no effect. */
  acknowledge: async (id: number, author: Author) => rejectionOf(await run(alert, id, 'acknowledge', {}, author)),

  /** Acknowledges all open alerts that the user sees and returns how many there were. */
  acknowledgeAll: async (author: Author, visibility: Visibility): Promise<number> =>
    (await run(allAlerts, visibility, 'acknowledgeAll', {}, author)).state.ids.length,
})

export type AlertCommands = ReturnType<typeof alertCommands>
