import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { advice, Failure } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Switch } from '../../../kit/switch.js'
import { isSubscribed, NotAllowed, subscribe, unsubscribe } from '../../../push/subscription.js'
import { canBeTold } from '../../../push/worker.js'

/** What a test says. */
const message = () => ({ title: 'Switchyard', body: t('alerts:push.testSays') })

/** Why this browser cannot be told, and what to do about it. */
function pushAdvice(error: Error): string {
  if (error instanceof NotAllowed) return t('alerts:push.notAllowed')
  if (error instanceof Failure) return advice(error)
  return t('alerts:push.silent')
}

/** Being told of alerts while the dashboard is closed: by the push service of the browser. */
export function Notifications() {
  useWords()
  return (
    <section className="setting" aria-labelledby="push-title">
      <h2 id="push-title">{t('alerts:push.title')}</h2>
      <p className="says">
        <Trans i18nKey="alerts:push.says" components={{ rules: <Link to="/alerts" /> }} />
      </p>
      {canBeTold() ? <ThisBrowser /> : <p className="empty">{t('alerts:push.unable')}</p>}
    </section>
  )
}

function ThisBrowser() {
  useWords()
  const queries = useQueryClient()
  const { data: isOn, error: unknown } = useQuery({ queryKey: keys.push, queryFn: isSubscribed, staleTime: 0 })
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.push }),
  })
  const test = useMutation({ mutationFn: () => call('POST /api/push/send', { body: message() }) })
  const error = turn.error ?? test.error ?? unknown
  return (
    <div className="setting-row">
      <div>
        <b>{t('alerts:push.here')}</b>
        <p role="status" className="faint">
          {isOn === true ? t('alerts:push.on') : t('alerts:push.off')}
          {test.data !== undefined && ` ${sentWords(test.data)}`}
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {pushAdvice(error)}
          </p>
        )}
      </div>
      <Switch
        label={t('alerts:push.here')}
        isOn={isOn === true}
        disabled={turn.isPending || isOn === undefined}
        onChange={turn.mutate}
      />
      <div className="buttons">
        <button type="button" className="btn" disabled={isOn !== true || test.isPending} onClick={() => test.mutate()}>
          {t('alerts:push.test')}
        </button>
      </div>
    </div>
  )
}

const sentWords = ({ pushed, failed }: { readonly pushed: number; readonly failed: number }): string =>
  failed === 0
    ? t('alerts:push.sent', { count: pushed })
    : t('alerts:push.partly', { taken: pushed, count: pushed + failed })
