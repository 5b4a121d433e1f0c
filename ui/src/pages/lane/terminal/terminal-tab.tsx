import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { TOOLS } from '../../../api/tools.js'
import type { Lane, Pane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { useKeys } from '../../../kit/keys.js'
import { Waiting } from '../../../kit/unread.js'
import { useShownPanes } from '../../../live/ended-panes.js'
import { loadPart } from '../../../lazy/load-part.js'
import { paneLook } from '../../../live/lane-triage.js'
import { sessionRows } from '../../../rows/rows.js'
import { SlotSign } from '../../lanes/slots.js'
import type { LaneSearch } from '../search.js'
import { StartForm } from '../start/start-form.js'
import { EndedPane } from './ended-pane.js'
import { KeyRow } from './key-row.js'
import { Question } from './question.js'
import type { ScreenHandle } from './screen.js'
import type { TerminalState } from './connection.js'
import { SlotSide } from './slot-side.js'
import { StatusLine } from './status-line.js'
import { useSlotKeys } from './use-slot-keys.js'
import styles from './terminal.module.css'

const Screen = lazy(() => loadPart(() => import('./screen.js')))

/** The slot to show first: one that asks, then one with an agent, then any. */
const firstSlot = (panes: readonly Pane[]): number | undefined =>
  (
    panes.find((pane) => paneLook(pane, sessionRows.get(pane.session_id ?? '')) === 'need') ??
    panes.find(({ alive, shell }) => alive && !shell) ??
    panes.find(({ alive }) => alive) ??
    panes[0]
  )?.slot

interface TerminalTabProps {
  readonly lane: Lane
  readonly search: LaneSearch
}

/** The panes of a lane as tabs, the screen of one of them, and the form that starts another. */
export function TerminalTab({ lane, search }: TerminalTabProps) {
  const t = useWords()
  const navigate = useNavigate()
  const screen = useRef<ScreenHandle>(null)
  const [state, setState] = useState<TerminalState>({ is: 'connecting' })
  const id = String(lane.id)
  const panes = useShownPanes(lane)
  // Chosen once: a slot that begins to ask must not replace the one that the user reads.
  const [first] = useState(() => firstSlot(panes))
  const wanted = search.slot ?? first
  const pane = panes.find(({ slot }) => slot === wanted) ?? panes[0]
  const isStarting = search.start === true || pane === undefined
  const go = (next: LaneSearch): void => void navigate({ to: '/lanes/$lane', params: { lane: id }, search: next })
  useSlotKeys(panes, (slot) => go({ slot }))
  return (
    <div className={styles['tab']}>
      <div className={styles['left']}>
        <nav className={styles['slots']} aria-label={t('lanes:terminal.slots')}>
          {panes.map((one) => (
            <Link
              key={one.slot}
              to="/lanes/$lane"
              params={{ lane: id }}
              search={{ slot: one.slot }}
              aria-current={!isStarting && one.slot === pane.slot ? 'page' : undefined}
              data-slot={one.slot}
            >
              <SlotSign pane={one} />
              <span className={one.alive ? undefined : 'faint'}>{paneName(one, t('lanes:terminal.shell'))}</span>
            </Link>
          ))}
          {isStarting ? (
            <span className={styles['new']} aria-current="page">
              {t('lanes:start.title')}
            </span>
          ) : (
            <Link
              to="/lanes/$lane"
              params={{ lane: id }}
              search={{ start: true }}
              className={styles['add']}
              aria-label={t('lanes:start.title')}
              title={t('lanes:start.title')}
            >
              <Plus size={14} aria-hidden />
            </Link>
          )}
        </nav>
        {isStarting ? (
          <StartForm lane={lane} resume={search.resume} onStarted={(slot) => go({ slot, focus: 'terminal' })} />
        ) : !pane.alive ? (
          <EndedPane key={pane.run_id} lane={id} pane={pane} />
        ) : (
          <PaneView
            key={pane.run_id}
            lane={id}
            pane={pane}
            focuses={search.focus === 'terminal'}
            screen={screen}
            state={state}
            onState={setState}
          />
        )}
      </div>
      {!isStarting && <Question pane={pane} screen={screen} />}
      {!isStarting && <SlotSide lane={lane} pane={pane} />}
    </div>
  )
}

const paneName = ({ tool }: Pane, shell: string): string => (tool === null ? shell : TOOLS[tool].name)

interface PaneViewProps {
  readonly lane: string
  readonly pane: Pane
  readonly focuses: boolean
  readonly screen: RefObject<ScreenHandle | null>
  readonly state: TerminalState
  readonly onState: (state: TerminalState) => void
}

/** One pane: its screen, what the user can do with it, and the keys of a phone. */
function PaneView({ lane, pane, focuses, screen, state, onState }: PaneViewProps) {
  const t = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [readsAloud, setReadsAloud] = useState(false)
  const [scrolled, setScrolled] = useState<number>()
  const [isWide, setWide] = useState(false)
  // A new pane is not connected yet, whatever the one before was.
  useEffect(() => onState({ is: 'connecting' }), [onState])
  useKeys({ t: () => screen.current?.focus() })
  return (
    <>
      <div
        className={classes(styles['terminal'], isWide && styles['filling'])}
        ref={frame}
        tabIndex={-1}
        data-terminal={state.is}
      >
        <Suspense fallback={<Waiting />}>
          <Screen
            key={attempt}
            lane={lane}
            slot={pane.slot}
            run={pane.run_id ?? ''}
            label={t('lanes:terminal.label', { slot: pane.slot })}
            readsAloud={readsAloud}
            focuses={focuses}
            isDimmed={state.is === 'lost' || state.is === 'ended'}
            handle={screen}
            onState={onState}
            onScrolled={setScrolled}
            onLeave={() => frame.current?.focus()}
          />
        </Suspense>
        <StatusLine
          state={state}
          readsAloud={readsAloud}
          onReadAloud={setReadsAloud}
          scrolled={scrolled}
          isWide={isWide}
          onWide={(wide) => {
            setWide(wide)
            screen.current?.focus()
          }}
          onNewest={() => {
            screen.current?.newest()
            screen.current?.focus()
          }}
          onAgain={() => {
            onState({ is: 'connecting' })
            setAttempt(attempt + 1)
          }}
        />
      </div>
      <KeyRow className={classes(styles['keys'])} screen={screen} />
    </>
  )
}
