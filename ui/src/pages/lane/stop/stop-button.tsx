import { useMutation } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { advice } from '../../../api/failure.js'
import type { Pane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'
import { Popover } from '../../../kit/popover.js'
import { isBusy, programsOf, stop } from './stop.js'
import type { StopTarget } from './request.js'
import { StopFacts, stopTitle } from './stop-facts.js'
import styles from './stop-facts.module.css'

/** How long the button stays after the end: what moves into its place must not get a click that was meant for it. */
const STAYS_MS = 2000
const QUESTION_PX = 340

interface StopButtonProps {
  readonly target: StopTarget
  readonly label: string
}

/** Stops programs of a lane. It asks in place if an agent is in a turn. */
export function StopButton({ target, label }: StopButtonProps) {
  const t = useWords()
  const live = programsOf(target)
  const isShown = useOutlasting(live.length > 0)
  const [asked, setAsked] = useState<readonly Pane[]>()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => stop(target),
    onSuccess: () => setAsked(undefined),
    onError: (problem) => {
      if (asked === undefined) notify(advice(problem))
    },
  })
  if (!isShown) return null
  const ask = (isOpen: boolean): void => {
    reset()
    if (!isOpen) return setAsked(undefined)
    return isBusy(live) ? setAsked(live) : mutate()
  }
  return (
    <Popover
      label={stopTitle(t, target, asked ?? live)}
      width={QUESTION_PX}
      align="end"
      open={asked !== undefined}
      onOpenChange={ask}
      trigger={
        <button type="button" className={buttons['button']} disabled={isPending || live.length === 0}>
          <Square size={13} aria-hidden />
          {label}
        </button>
      }
    >
      {asked !== undefined && (
        <div className={styles['question']}>
          <h2>{stopTitle(t, target, asked)}</h2>
          <StopFacts panes={asked} />
          {error !== null && (
            <p role="alert" className="bad">
              {advice(error)}
            </p>
          )}
          <div className={styles['buttons']}>
            <button type="button" className={buttons['button']} autoFocus onClick={() => setAsked(undefined)}>
              {t('cancel')}
            </button>
            <button type="button" className={buttons['danger']} disabled={isPending} onClick={() => mutate()}>
              {t(asked.length === 1 ? 'lanes:stop.one' : 'lanes:stop.all')}
            </button>
          </div>
        </div>
      )}
    </Popover>
  )
}

/** Returns true while something is so, and for a moment longer. */
function useOutlasting(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  useEffect(() => {
    if (isSo) return undefined
    const timer = setTimeout(() => setWasSo(false), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return wasSo
}
