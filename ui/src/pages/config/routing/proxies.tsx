import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { proxiesQuery } from '../../../api/proxies.js'
import { keys } from '../../../api/queries.js'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import facts from '../../../kit/facts.module.css'
import { notify } from '../../../kit/notices.js'
import { Unread } from '../../../kit/unread.js'
import config from '../config.module.css'
import { LaneResultList } from './lane-results.js'
import { ProxyDialog } from './proxy-dialog.js'
import type { LaneResults, Proxy } from './queries.js'
import styles from './routing.module.css'

type Asked = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly proxy: Proxy }

interface Change {
  readonly name: string
  readonly lanes: LaneResults
}

/** Where the requests of agents go. */
export function Proxies({ canChange, isStaff }: { canChange: boolean; isStaff: boolean }) {
  const t = useWords()
  const [asked, setAsked] = useState<Asked>()
  const [change, setChange] = useState<Change>()
  const { data, error } = useQuery(proxiesQuery)
  if (data === undefined) return <Unread error={error} />
  const close = (): void => setAsked(undefined)
  const add = canChange && (
    <button type="button" className={buttons['button']} onClick={() => setAsked({ kind: 'new' })}>
      <Plus size={14} aria-hidden />
      {t('config:proxy.add')}
    </button>
  )
  return (
    <>
      {change !== undefined && change.lanes.length > 0 && <LaneResultList {...change} />}
      {data.length === 0 ? (
        <div className={config['empty']}>
          <b>{t('config:proxy.none')}</b>
          <p>{t('config:proxy.noneSays')}</p>
          {add}
        </div>
      ) : (
        <>
          <div className={config['bar']}>{add}</div>
          <ul className={styles['rows']}>
            {data.map((proxy) => (
              <li key={proxy.name}>
                <div className={styles['who']}>
                  <b>{proxy.name}</b>
                  <p className="mono">{proxy.baseUrl}</p>
                </div>
                <div className={styles['who']}>
                  <span>{proxy.model ?? t('config:proxy.noModel')}</span>
                  <p>{modelsOf(proxy)}</p>
                  {isStaff && (
                    <p>
                      {t(proxy.hasKey ? 'config:proxy.key' : 'config:proxy.noKey')}
                      {' · '}
                      {t('config:proxy.lanes', { count: proxy.lanes ?? 0 })}
                    </p>
                  )}
                </div>
                {canChange && (
                  <div className={styles['actions']}>
                    <button
                      type="button"
                      className={buttons['button']}
                      onClick={() => setAsked({ kind: 'edit', proxy })}
                    >
                      {t('config:edit')}
                    </button>
                    <button
                      type="button"
                      className={buttons['button']}
                      onClick={() => setAsked({ kind: 'delete', proxy })}
                    >
                      {t('config:delete')}
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles['note']}>{t('config:proxy.inLane')}</p>
      {(asked?.kind === 'new' || asked?.kind === 'edit') && (
        <ProxyDialog proxy={asked.kind === 'edit' ? asked.proxy : undefined} onSaved={setChange} onClose={close} />
      )}
      {asked?.kind === 'delete' && <DeleteProxy proxy={asked.proxy} onDeleted={setChange} onClose={close} />}
    </>
  )
}

const modelsOf = ({ models }: Proxy): string =>
  Object.entries(models)
    .map(([tier, model]) => `${tier}: ${model}`)
    .join(' · ')

interface DeleteProps {
  readonly proxy: Proxy
  readonly onDeleted: (change: Change) => void
  readonly onClose: () => void
}

function DeleteProxy({ proxy: { name, lanes = 0, hasKey }, onDeleted, onClose }: DeleteProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /api/ai-routers/:name', { params: { name } }),
    onSuccess: async (deleted) => {
      onClose()
      onDeleted({ name, lanes: deleted.lanes.filter(({ ok }) => !ok) })
      await queries.invalidateQueries({ queryKey: keys.config })
      notify(t('config:deleted', { name }))
    },
  })
  return (
    <Confirm
      title={t('config:deletion.title', { name })}
      action={lanes === 0 ? t('config:proxy.deleteAction') : t('config:proxy.deleteWithLanes', { count: lanes })}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <dl className={facts['facts']}>
        <div>
          <dt>{t('config:proxy.lanes', { count: lanes, many: count(lanes) })}</dt>
          <dd>{t('config:proxy.backToNative')}</dd>
        </div>
        {hasKey && (
          <div>
            <dt>{t('config:proxy.key')}</dt>
            <dd>{t('config:proxy.keyDeleted')}</dd>
          </div>
        )}
        <div>
          <dt>{t('config:login.running')}</dt>
          <dd>{t('config:proxy.untilRestart')}</dd>
        </div>
      </dl>
    </Confirm>
  )
}
