import { isRejection } from '../../../domain/rejection.js'
import { isRunId } from '../../../domain/run/run.js'
import { iso } from '../../../domain/time.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { hooks } from '../../contract/system/hooks.js'
import type { Handler, Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const DELIVERY_ID = /^[\w.:-]{8,128}$/

const number = (text: string | undefined): number | null => {
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export const hookHandlers = ({ ingestHook, ownerOfPane, ownerOfSocket }: Services): Handlers<keyof typeof hooks> => {
  const take =
    (route: Provider): Handler<'POST /api/hooks'> =>
    async ({ body }, { header, author, client }) => {
      const id = header('x-svc-delivery')
      const run = header('x-svc-run')
      const pane = header('x-svc-pane-token')
      const accepted = await ingestHook({
        body,
        provider: header('x-svc-provider') === 'codex' ? 'codex' : route,
        deliveryId: id !== undefined && DELIVERY_ID.test(id) ? id : null,
        at: number(header('x-svc-at')),
        pid: number(header('x-svc-pid')),
        by: author.by,
        run: run !== undefined && isRunId(run) ? run : null,
        // A dead one proves nothing: the last hooks of an agent come with it.
        paneOwner: pane === undefined ? null : ownerOfPane(pane),
        accountOwner: ownerOfSocket(client().ports),
      })
      if (isRejection(accepted)) return accepted
      if (accepted.event === null) return { status: 204 }
      const { at, ...event } = accepted.event
      // The spread comes last, as in `mount.ts`.
      return { status: 200, json: { ok: true, event: { created_at: iso(at), ...event } } }
    }
  return {
    'POST /api/hooks': take('claude'),
    'POST /api/hooks/event': take('claude'),
    'POST /api/hooks/codex': take('codex'),
  }
}
