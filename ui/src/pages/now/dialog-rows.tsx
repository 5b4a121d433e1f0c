import { Link } from '@tanstack/react-router'
import { TOOLS } from '../../api/tools.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Glyph } from '../../kit/glyph.js'
import { laneTitle } from '../../kit/lane-title.js'
import { Kept } from '../../kit/time.js'
import { useWaitingDialogs } from '../../live/waiting-dialogs.js'
import titles from './group-title.module.css'
import styles from './row.module.css'

/** Agents of lanes that wait at a dialog before their session starts. Each row leads to its lane. */
export function DialogRows() {
  const t = useWords()
  const dialogs = useWaitingDialogs()
  if (dialogs.length === 0) return null
  return (
    <section aria-labelledby="group-dialogs">
      <h2 className={titles['title']} id="group-dialogs">
        {t('now:dialogs')}
        <span className={classes('num', titles['count'])}>{dialogs.length}</span>
      </h2>
      <ul data-group="dialogs">
        {dialogs.map(({ lane, pane }) => (
          <li key={`${lane.id} ${pane.slot}`} className={styles['place']}>
            <Link
              to="/lanes/$lane"
              params={{ lane: String(lane.id) }}
              search={{ slot: pane.slot }}
              className={classes(styles['row'])}
              data-row="need"
              data-dialog={lane.id}
            >
              <Glyph situation="needs_you" />
              <span className={styles['who']}>
                <b>{laneTitle(lane)}</b>
                <span>{pane.tool === null ? '' : TOOLS[pane.tool].name}</span>
              </span>
              <span className={styles['what']} data-what>
                {pane.waiting?.text}
              </span>
              <span className={styles['context']} aria-hidden />
              <span className={styles['cost']} aria-hidden />
              <Kept since={pane.started_at} className={classes('num', styles['end'], styles['age'])} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
