import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { advice } from '../../api/failure.js'
import { keys } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import styles from './config.module.css'
import { startUpdates, updatesQuery } from './queries.js'

/** Updates all plugins, and shows how far that is. It continues when the page is left. */
export function PluginUpdates() {
  const t = useWords()
  const queries = useQueryClient()
  const { data } = useQuery(updatesQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: startUpdates,
    onSuccess: () => queries.invalidateQueries({ queryKey: updatesQuery.queryKey }),
  })
  const isRunning = data?.running === true
  const wasRunning = useRef(false)
  useEffect(() => {
    // The list beside it has other versions now.
    if (wasRunning.current && !isRunning) void queries.invalidateQueries({ queryKey: keys.config })
    wasRunning.current = isRunning
  }, [isRunning, queries])
  const steps = data?.steps ?? []
  const failed = steps.filter(({ state }) => state === 'failed').length
  const title = isRunning
    ? t('config:updates.running')
    : data?.abandoned === true
      ? t('config:updates.abandoned')
      : failed > 0
        ? t('config:updates.failed', { count: failed })
        : t('config:updates.done')
  return (
    <>
      <div className={styles['bar']}>
        <button type="button" className={buttons['button']} disabled={isRunning || isPending} onClick={() => mutate()}>
          {t('config:updates.start')}
        </button>
      </div>
      {error !== null && (
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      )}
      {steps.length > 0 && (
        <section className={styles['updates']} aria-live="polite">
          <h2>{title}</h2>
          <ul>
            {steps.map(({ name, state, message }) => (
              <li key={name} data-state={state}>
                <span>{name === 'marketplaces' || name === 'reload' ? t(`config:updates.${name}`) : name}</span>
                <span>{t(`config:updates.${state}One`)}</span>
                {message !== null && <small>{message}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
