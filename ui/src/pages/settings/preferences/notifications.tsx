import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { advice, Failure } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { plural } from '../../../format/format.js'
import { Switch } from '../../../kit/switch.js'
import { isSubscribed, NotAllowed, subscribe, unsubscribe } from '../../../push/subscription.js'
import { canBeTold } from '../../../push/worker.js'

const TEST = { title: 'Switchyard', body: 'If you can read this, alerts arrive here.' }

/** Why this browser cannot be told, and what to do about it. */
function pushAdvice(error: Error): string {
  if (error instanceof NotAllowed)
    return 'This browser does not allow it. Allow notifications for this address in its settings, then turn them on here.'
  if (error instanceof Failure) return advice(error)
  return 'The browser’s push service does not answer. It needs the internet, and some browsers have none.'
}

/** Being told of alerts while the dashboard is closed: by the push service of the browser. */
export function Notifications() {
  return (
    <section className="setting" aria-labelledby="push-title">
      <h2 id="push-title">Notifications</h2>
      <p className="says">
        Alerts, also while no page is open. What is alerted of is up to your{' '}
        <Link to="/config/alerts">alert rules</Link>. Messages are sealed: the browser’s push service cannot read them.
      </p>
      {canBeTold() ? (
        <ThisBrowser />
      ) : (
        <p className="empty">
          This page cannot be notified: browsers allow it over https, or on the machine itself at 127.0.0.1.
        </p>
      )}
    </section>
  )
}

function ThisBrowser() {
  const queries = useQueryClient()
  const { data: isOn, error: unknown } = useQuery({ queryKey: keys.push, queryFn: isSubscribed, staleTime: 0 })
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.push }),
  })
  const test = useMutation({ mutationFn: () => call('POST /api/push/send', { body: TEST }) })
  const error = turn.error ?? test.error ?? unknown
  return (
    <div className="setting-row">
      <div>
        <b>Alerts in this browser</b>
        <p role="status" className="faint">
          {isOn === true ? 'On.' : 'Off.'}
          {test.data !== undefined && ` ${sentWords(test.data)}`}
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {pushAdvice(error)}
          </p>
        )}
      </div>
      <Switch
        label="Alerts in this browser"
        isOn={isOn === true}
        disabled={turn.isPending || isOn === undefined}
        onChange={turn.mutate}
      />
      <div className="buttons">
        <button type="button" className="btn" disabled={isOn !== true || test.isPending} onClick={() => test.mutate()}>
          Send a test
        </button>
      </div>
    </div>
  )
}

const sentWords = ({ pushed, failed }: { readonly pushed: number; readonly failed: number }): string =>
  failed === 0
    ? `A test is on its way to ${plural(pushed, 'browser')}.`
    : `The push service took ${pushed} of ${plural(pushed + failed, 'message')}.`
