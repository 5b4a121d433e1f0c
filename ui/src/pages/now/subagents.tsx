import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { useKeys } from '../../kit/keys.js'
import { SegmentBar, totalOf } from '../../kit/segment-bar.js'
import { Waiting } from '../../kit/unread.js'
import { withWords } from '../../lazy/with-words.js'
import fold from './fold.module.css'
import section from './section.module.css'
import styles from './subagents.module.css'

const SubagentList = lazy(withWords('session', () => import('./subagent-list.js')))

/** The subagents of the selected session: their states as a bar, which expands to a list. */
export function Subagents({ session: { id, subagents } }: { session: Session }) {
  const t = useWords()
  const [unfolded, setUnfolded] = useState(false)
  const list = useId()
  const total = totalOf(subagents)
  useKeys(total === 0 ? {} : { s: () => setUnfolded(!unfolded) })
  if (total === 0) return null
  return (
    <section className={classes(section['section'], styles['subagents'])} data-subagents>
      <h3>
        <button
          type="button"
          className={fold['fold']}
          aria-expanded={unfolded}
          aria-controls={list}
          onClick={() => setUnfolded(!unfolded)}
        >
          <ChevronRight size={14} aria-hidden />
          {t('now:subagents.title', { count: total })}
          <SegmentBar counts={subagents} />
        </button>
        <kbd>s</kbd>
      </h3>
      <div id={list}>
        {unfolded && (
          <Suspense fallback={<Waiting />}>
            <SubagentList session={id} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
