import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { advice } from '../../api/failure.js'
import { changeFiles, type FilesOf, type TrashItem } from '../../api/files.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { notify } from '../../kit/notices.js'
import { SettingRow } from '../../kit/setting-row.js'
import { Moment } from '../../kit/time.js'
import { Unread } from '../../kit/unread.js'
import { useDelete } from '../../kit/use-delete.js'
import styles from './files.module.css'
import { filesKey, trashQuery } from './queries.js'

type Purged = Pick<TrashItem, 'id' | 'name'> | 'all'

/** What was deleted and can come back. */
export function TrashList({ of, isReadOnly }: { of: FilesOf; isReadOnly: boolean }) {
  const t = useWords()
  const queries = useQueryClient()
  const { data, error } = useQuery(trashQuery(of))
  const refresh = () => queries.invalidateQueries({ queryKey: filesKey(of) })
  const restore = useMutation({
    mutationFn: ({ id }: TrashItem) => changeFiles(of, 'trash/restore', { id }),
    onSuccess: (_, { name }) => notify(t('files:trash.restored', { name })),
    onError: (problem) => notify(advice(problem)),
    onSettled: refresh,
  })
  const purge = useDelete<Purged>({
    title: (item) => (item === 'all' ? t('files:trash.sureAll') : t('files:trash.sure', { name: item.name })),
    says: () => <p>{t('files:trash.says')}</p>,
    action: (item) => (item === 'all' ? t('files:trash.empty') : t('files:trash.purge')),
    run: (item) => changeFiles(of, 'trash/purge', { id: item === 'all' ? 'all' : item.id }),
    done: () => t('files:trash.purged'),
    onChanged: () => void refresh(),
  })
  if (data === undefined) return <Unread error={error} missing={t('files:missing')} />
  return (
    <>
      <div className={styles['bar']}>
        <span className="faint">{t('files:trash.keep', { days: data.keepDays })}</span>
        {!isReadOnly && data.items.length > 0 && (
          <button type="button" className={buttons['button']} onClick={() => purge.ask('all')}>
            {t('files:trash.empty')}
          </button>
        )}
      </div>
      {data.items.length === 0 && <p className="faint">{t('files:trash.none')}</p>}
      {data.items.map((item) => (
        <SettingRow
          key={item.id}
          isWide
          label={item.name}
          help={
            <>
              {t('files:trash.from', { path: item.path })} · <Moment at={item.deletedAt} />
            </>
          }
        >
          {!isReadOnly && (
            <>
              <button
                type="button"
                className={buttons['button']}
                disabled={restore.isPending}
                onClick={() => restore.mutate(item)}
              >
                {t('files:trash.restore')}
                <span className="sr-only"> {item.name}</span>
              </button>
              <button type="button" className={buttons['quiet']} onClick={() => purge.ask(item)}>
                {t('files:trash.purge')}
                <span className="sr-only"> {item.name}</span>
              </button>
            </>
          )}
        </SettingRow>
      ))}
      {purge.dialog}
    </>
  )
}
