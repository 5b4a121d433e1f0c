import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Power, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import { partKey } from '../../../api/queries.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { CopyButton } from '../../../kit/copy-button.js'
import notes from '../../../kit/note.module.css'
import { Unread } from '../../../kit/unread.js'
import { Failing } from './failing.js'
import { Hooks } from './hooks.js'
import { Log } from './log.js'
import { hooksQuery, type Stack, stackQuery } from './queries.js'
import { RunMenu } from './run-menu.js'
import { Services } from './services.js'
import { isStarting, stateOfStack } from './stack-words.js'
import styles from './stack.module.css'

/** The services, ports, hooks and logs of a lane. */
export function StackTab({ lane }: { readonly lane: Lane }) {
  const id = String(lane.id)
  const { data, error } = useQuery(stackQuery(id))
  if (data === undefined) return <Unread error={error} />
  if (!data.available) return <NoProfile searched={data.searched} />
  return (
    <div className={styles['tab']}>
      <Running lane={lane} stack={data} />
    </div>
  )
}

function Running({ lane, stack }: { readonly lane: Lane; readonly stack: Stack }) {
  const t = useWords()
  const id = String(lane.id)
  const queries = useQueryClient()
  const mayRun = useCaller()?.role !== 'analyst'
  const { data: hooks = [] } = useQuery(hooksQuery(id))
  const [chosen, setChosen] = useState<string>()
  const refresh = () => queries.invalidateQueries({ queryKey: partKey(id, 'stack') })
  const up = useMutation({
    mutationFn: () => call('POST /api/lanes/:id/up', { params: { id }, body: {} }),
    onSettled: refresh,
  })
  const down = useMutation({
    mutationFn: () => call('POST /api/lanes/:id/down', { params: { id } }),
    onSettled: refresh,
  })
  const { says, count, failing } = stateOfStack(stack, hooks)
  const isBusy = isStarting(stack, hooks) || up.isPending || down.isPending
  const failed = up.error ?? down.error
  const dead = stack.services.find(({ alive }) => !alive)
  const shown = chosen ?? (stack.provisioned ? (dead ?? stack.services[0])?.name : undefined) ?? stack.logs[0]
  return (
    <>
      <header className={styles['head']}>
        <h2 role="status" data-state={says}>
          {t(`stack:says.${says}`, { count, failing })}
        </h2>
        {mayRun && (
          <div className={styles['acts']}>
            <RunMenu id={id} stack={stack} hooks={hooks} onDone={refresh} />
            {stack.provisioned && <CopyPorts stack={stack} />}
            {(!stack.up || !stack.provisioned) && (
              <button type="button" className={buttons['primary']} disabled={isBusy} onClick={() => up.mutate()}>
                {stack.provisioned ? <RotateCw size={13} aria-hidden /> : <Power size={13} aria-hidden />}
                {t(stack.provisioned ? 'stack:again' : 'stack:up')}
              </button>
            )}
            {stack.provisioned && (
              <button
                type="button"
                className={buttons['quiet']}
                disabled={down.isPending}
                onClick={() => down.mutate()}
              >
                <Power size={13} aria-hidden />
                {t('stack:down')}
              </button>
            )}
          </div>
        )}
      </header>
      {failed !== null && (
        <p role="alert" className="bad">
          {advice(failed)}
        </p>
      )}
      {!isBusy && <Failing lane={lane} stack={stack} service={dead?.name} mayTell={mayRun} />}
      <Services id={id} stack={stack} chosen={shown} onChoose={setChosen} />
      {stack.database !== null && stack.provisioned && (
        <p className={styles['facts']}>
          {t('stack:database')} <code>{stack.database.name}</code> {t('stack:testDatabase')}{' '}
          <code>{stack.database.testName}</code>
          {stack.redisIndex !== null && (
            <>
              {' '}
              {t('stack:redis')} <code>{stack.redisIndex}</code>
            </>
          )}
        </p>
      )}
      {shown !== undefined && stack.logs.length > 0 && (
        <Log id={id} service={shown} services={stack.logs} onChoose={setChosen} />
      )}
      <Hooks hooks={hooks} />
    </>
  )
}

/** Copies the ports as variables, as the programs of the lane get them. */
function CopyPorts({ stack }: { readonly stack: Stack }) {
  const t = useWords()
  const text = Object.entries(stack.ports)
    .map(([name, { port }]) => `PORT_${name}=${port}`)
    .join('\n')
  return text === '' ? null : <CopyButton text={text} words={t('stack:copy')} title={text} />
}

/** Neither the lane nor its repository says how to start a stack. */
function NoProfile({ searched }: { readonly searched: readonly string[] }) {
  const t = useWords()
  return (
    <div className={notes['note']} data-note>
      <h1>{t('stack:none.title')}</h1>
      <p>{t('stack:none.says')}</p>
      <ul className={styles['searched']}>
        {searched.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
      <p>{t('stack:none.example')}</p>
    </div>
  )
}
