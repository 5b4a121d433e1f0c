import { useQueries, useQuery } from '@tanstack/react-query'
import { Circle, X } from 'lucide-react'
import { callerQuery } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { isFailure, lastLine, linesOf } from './log-lines.js'
import { lastLinesQuery, type Stack } from './queries.js'
import { otherPorts, portOf } from './stack-words.js'
import styles from './stack.module.css'

interface ServicesProps {
  readonly id: string
  readonly stack: Stack
  /** The service whose log is shown. */
  readonly chosen: string | undefined
  readonly onChoose: (service: string) => void
}

/** Each service with its address, its last line and whether it runs. */
export function Services({ id, stack, chosen, onChoose }: ServicesProps) {
  const t = useWords()
  const { services, provisioned } = stack
  const logs = useQueries({
    queries: services.map(({ name }) => ({
      ...lastLinesQuery(id, name),
      enabled: provisioned && stack.logs.includes(name),
    })),
  })
  const others = otherPorts(stack)
  return (
    <ul className={styles['services']}>
      {services.map(({ name, alive, pid }, at) => {
        const log = logs[at]?.data
        const line = log?.available === true ? lastLine(linesOf(log.text)) : undefined
        return (
          <li key={name} data-state={!provisioned ? 'down' : alive ? 'runs' : 'fails'}>
            <State isDown={!provisioned} alive={alive} />
            <button
              type="button"
              className={styles['name']}
              aria-pressed={chosen === name}
              disabled={!stack.logs.includes(name)}
              onClick={() => onChoose(name)}
            >
              {name}
            </button>
            <Address port={provisioned ? portOf(stack, name) : undefined} />
            <span
              className={styles['line']}
              title={line}
              data-failure={(line !== undefined && isFailure(line)) || undefined}
            >
              {line}
            </span>
            <span className="num faint">{pid === null || !alive ? '' : t('stack:process', { pid })}</span>
          </li>
        )
      })}
      {provisioned &&
        others.map(([name, port]) => (
          <li key={name} data-state={port.listening ? 'runs' : 'down'}>
            <State isDown={!port.listening} alive={port.listening} />
            <span className={styles['name']}>{name.toLowerCase()}</span>
            <Address port={port} />
            <span className={styles['line']}>{port.listening ? '' : t('stack:silent')}</span>
            <span />
          </li>
        ))}
    </ul>
  )
}

/** Shape and word, so that no colour is needed. */
function State({ isDown, alive }: { readonly isDown: boolean; readonly alive: boolean }) {
  const t = useWords()
  if (isDown) return <Circle size={9} aria-label={t('stack:state.down')} role="img" />
  if (alive) return <Circle size={9} fill="currentColor" aria-label={t('stack:state.runs')} role="img" />
  return <X size={13} strokeWidth={3} aria-label={t('stack:state.fails')} role="img" />
}

/** The port of a service; a link, if something answers there and no login could be read by it. */
function Address({ port }: { readonly port: Stack['ports'][string] | undefined }) {
  const t = useWords()
  // Cookies are sent to all ports of a host: a service that an agent wrote would get the login of its visitor.
  const isLocal = useQuery(callerQuery).data?.mode === 'local'
  if (port === undefined) return <span className="mono faint">{t('stack:noPort')}</span>
  // The services of a lane run beside Switchyard, whatever name that is reached by.
  const host = `${location.hostname}:${port.port}`
  return (
    <span className="mono">
      {port.listening && isLocal ? (
        <a href={`http://${host}`} target="_blank" rel="noopener noreferrer">
          {host}
        </a>
      ) : (
        <span className={port.listening ? undefined : 'faint'}>:{port.port}</span>
      )}
      {port.port !== port.expected && (
        <small title={t('stack:movedFrom', { port: port.expected })}> {t('stack:moved')}</small>
      )}
    </span>
  )
}
