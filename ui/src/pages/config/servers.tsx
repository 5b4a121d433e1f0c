import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { advice } from '../../api/failure.js'
import { keys } from '../../api/queries.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Confirm } from '../../kit/confirm.js'
import { notify } from '../../kit/notices.js'
import { Unread } from '../../kit/unread.js'
import { AddServer } from './add-server.js'
import styles from './config.module.css'
import { HiddenText } from './hidden-text.js'
import type { Place, Server } from './kinds.js'
import { removeServer, serversQuery } from './queries.js'

/** The MCP servers, and which of them can be removed here. */
export function Servers({ place }: { place: Place }) {
  const t = useWords()
  const [isAdding, setAdding] = useState(false)
  const [gone, setGone] = useState<Server>()
  const { data, error } = useQuery(serversQuery(place))
  if (data === undefined) return <Unread error={error} />
  const add = place.canChange && (
    <button type="button" className={buttons['button']} onClick={() => setAdding(true)}>
      <Plus size={14} aria-hidden />
      {t('config:server.add')}
    </button>
  )
  return (
    <>
      {data.length === 0 ? (
        <div className={styles['empty']}>
          <b>{t('config:server.none')}</b>
          {add}
        </div>
      ) : (
        <>
          <div className={styles['bar']}>{add}</div>
          <ul className={styles['rows']}>
            {data.map((server) => (
              <li key={`${server.source} ${server.plugin} ${server.name}`}>
                <div>
                  <b>{server.name}</b> {!server.enabled && <span className="faint">{t('config:server.off')}</span>}
                  <p className="mono">
                    <HiddenText text={server.url ?? [server.command ?? '', ...server.args].join(' ')} />
                  </p>
                  {[...server.headers, ...server.env].map((name) => (
                    <span key={name} className={styles['hidden']}>
                      <Lock size={11} aria-hidden />
                      {name}
                    </span>
                  ))}
                </div>
                <span className="faint">
                  {server.plugin === null
                    ? t(`config:source.${server.source}`)
                    : t('config:plugin', { name: server.plugin })}
                </span>
                {server.removable && place.canChange && (
                  <button type="button" className={buttons['button']} onClick={() => setGone(server)}>
                    {t('config:server.remove')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {isAdding && <AddServer place={place} onClose={() => setAdding(false)} />}
      {gone !== undefined && <Removal place={place} server={gone} onClose={() => setGone(undefined)} />}
    </>
  )
}

function Removal({ place, server, onClose }: { place: Place; server: Server; onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const { name, source, path } = server
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeServer(place.tool, name, source, place.project),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: keys.config })
      notify(t('config:server.removed', { name }))
    },
  })
  return (
    <Confirm
      title={t('config:server.removal', { name })}
      action={t('config:server.remove')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('config:server.lost', { file: lastPart(path) })}</p>
    </Confirm>
  )
}
