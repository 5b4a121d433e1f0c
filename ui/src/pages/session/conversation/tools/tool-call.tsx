import { ChevronRight } from 'lucide-react'
import { use } from 'react'
import { useWords } from '../../../../i18n/use-words.js'
import chips from '../../../../kit/chip.module.css'
import { classes } from '../../../../kit/classes.js'
import { within } from '../../../../kit/within.js'
import { Directory } from '../directory.js'
import { useDisclosure } from '../disclosure.js'
import type { ToolCall } from '../items.js'
import { aboutCall } from './about.js'
import { viewOf } from './all.js'
import { RawCall } from './raw-call.js'
import { serverTool } from '../../../../kit/server-tool.js'
import { hasFailed, linesOf, outputOf } from './call.js'
import styles from './tool-call.module.css'
import type { ToolView } from './view.js'

/** A tool call in one line, which expands to its input and output: in the view of its tool, or raw. */
export function ToolCallBlock({ call, place }: { call: ToolCall; place: string }) {
  const t = useWords()
  const view = viewOf(call.name)
  const directory = use(Directory)
  const [open, toggle] = useDisclosure(place, hasFailed(call) || view.opens?.(call) === true)
  const [raw, toggleRaw] = useDisclosure(`${place}.raw`, false)
  return (
    <div className={styles['call']} data-tool={call.name}>
      <div className={styles['head']}>
        <button type="button" className={styles['summary']} aria-expanded={open} onClick={toggle}>
          <ChevronRight size={13} aria-hidden />
          <Name name={call.name} />
          <span className={classes('mono', styles['argument'])}>{within(directory, aboutCall(call))}</span>
          <span className={classes('num', styles['outcome'])} data-outcome>
            <Outcome call={call} view={view} />
          </span>
        </button>
        {open && (
          <button type="button" className={styles['raw']} aria-pressed={raw} data-own onClick={toggleRaw}>
            {t('events.raw')}
          </button>
        )}
      </div>
      {open && (
        <>
          {raw ? <RawCall call={call} /> : <view.Body call={call} place={place} />}
          {!raw && isCut(call) && <p className={styles['cut']}>{t('session:call.cut')}</p>}
        </>
      )}
    </div>
  )
}

const CUT = '[truncated]'

/** The service cuts very long texts; the raw line has all of it. */
const isCut = ({ input, result }: ToolCall): boolean =>
  result?.output?.endsWith(CUT) === true || JSON.stringify(input ?? null).endsWith(`${CUT}"}`)

function Name({ name }: { name: string }) {
  const foreign = serverTool(name)
  if (foreign === undefined) return <span className={styles['name']}>{name}</span>
  return (
    <>
      <span className={styles['name']}>{foreign.tool}</span>
      <span className={chips['soft']} data-chip>
        {foreign.server}
      </span>
    </>
  )
}

function Outcome({ call, view }: { call: ToolCall; view: ToolView }) {
  const t = useWords()
  if (call.result === undefined)
    return call.id === undefined ? null : <span className="faint">{t('session:call.pending')}</span>
  const told = view.outcome?.(call)
  if (told !== undefined) return told
  if (hasFailed(call)) return <span className="bad">{t('session:call.failed')}</span>
  const lines = linesOf(outputOf(call)).length
  return (
    <span className="faint">{lines === 0 ? t('session:call.silent') : t('session:call.lines', { count: lines })}</span>
  )
}
