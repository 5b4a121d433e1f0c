import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, TrainFront } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { FormDialog } from '../../../kit/form-dialog.js'
import { laneTitle } from '../../../kit/lane-title.js'
import bar from '../../../kit/notice-bar.module.css'
import { laneRows } from '../../../rows/rows.js'
import { type ReadyLanes, repositoryName } from './ready.js'
import styles from './train.module.css'

const SHOWN_TITLES = 3

const titleOf = (lane: number): string => {
  const known = laneRows.get(String(lane))
  return known === undefined ? String(lane) : laneTitle(known)
}

/** Says that several lanes of a repository are ready to land, and lands them together. */
export function ReadyToLand({ repository, lanes }: ReadyLanes) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const more = lanes.length - SHOWN_TITLES
  return (
    <section className={bar['notice']} aria-label={t('train:ready.label')} data-part="ready-to-land">
      <TrainFront size={16} aria-hidden />
      <p>
        <b>{t('train:ready.says', { count: lanes.length, repository: repositoryName(repository) })}</b>{' '}
        <span className="faint">
          {lanes.slice(0, SHOWN_TITLES).map(titleOf).join(', ')}
          {more > 0 && ` ${t('train:ready.more', { count: more })}`}
        </span>
      </p>
      <button type="button" className={buttons['button']} onClick={() => setOpen(true)}>
        {t('train:ready.open')}
      </button>
      {isOpen && <TrainDialog lanes={lanes} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** The lanes in the order in which they land, which the user may change. */
function TrainDialog({ lanes, onClose }: Pick<ReadyLanes, 'lanes'> & { readonly onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const [order, setOrder] = useState(lanes)
  const [isGiven, setGiven] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<number>>(() => new Set())
  const chosen = order.filter((lane) => !left.has(lane))
  const move = (at: number, by: -1 | 1): void => {
    setGiven(true)
    setOrder(order.map((lane, place) => (place === at ? order[at + by] : place === at + by ? order[at] : lane) ?? lane))
  }
  const toggle = (lane: number): void => {
    const after = new Set(left)
    if (!after.delete(lane)) after.add(lane)
    setLeft(after)
  }
  const send = async (form: FormData): Promise<void> => {
    const how = form.get('how') === 'squash' ? 'squash' : 'merge'
    await call('POST /api/trains', { body: { lanes: [...chosen], how, order: isGiven ? 'given' : 'conflicts' } })
    await queries.invalidateQueries({ queryKey: keys.trains })
  }
  return (
    <FormDialog
      title={t('train:dialog.title')}
      action={t('train:dialog.action', { count: chosen.length })}
      check={() => (chosen.length === 0 ? { lanes: t('train:dialog.none') } : {})}
      send={send}
      onClose={onClose}
    >
      <p className="faint">{t('train:dialog.says')}</p>
      <ol className={styles['order']}>
        {order.map((lane, at) => (
          <li key={lane}>
            <label>
              <input type="checkbox" name="lanes" checked={!left.has(lane)} onChange={() => toggle(lane)} />
              <span>{titleOf(lane)}</span>
            </label>
            <button
              type="button"
              className={buttons['quiet']}
              aria-label={t('train:dialog.up', { name: titleOf(lane) })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUp size={14} aria-hidden />
            </button>
            <button
              type="button"
              className={buttons['quiet']}
              aria-label={t('train:dialog.down', { name: titleOf(lane) })}
              disabled={at === order.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <p className="faint">{t(isGiven ? 'train:dialog.given' : 'train:dialog.fewest')}</p>
      <fieldset className={styles['how']}>
        <legend>{t('train:dialog.how')}</legend>
        {(['merge', 'squash'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="how" value={one} defaultChecked={one === 'merge'} />
            {t(`train:dialog.${one}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
