import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import { notify } from '../../../kit/notices.js'
import { endStopRequest, type StopTarget } from './request.js'
import { isBusy, programsOf, stop } from './stop.js'
import { StopFacts, stopTitle } from './stop-facts.js'

/** Does what a key, a row or the palette requested: it stops programs, and asks first if an agent is in a turn. */
export default function StopDialog({ target }: { target: StopTarget }) {
  const t = useWords()
  // What the question is about does not change while it is open.
  const [panes] = useState(() => programsOf(target))
  const [asks] = useState(() => isBusy(panes))
  const began = useRef(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => stop(target),
    onSuccess: endStopRequest,
    onError: (problem) => {
      if (asks) return
      notify(advice(problem))
      endStopRequest()
    },
  })
  useEffect(() => {
    if (asks || began.current) return
    began.current = true
    if (panes.length > 0) return mutate()
    notify(t('lanes:stop.nothing'))
    return endStopRequest()
  }, [asks, panes, mutate, t])
  if (!asks) return null
  return (
    <Confirm
      title={stopTitle(t, target, panes)}
      action={t(panes.length === 1 ? 'lanes:stop.one' : 'lanes:stop.all')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={() => mutate()}
      onClose={endStopRequest}
    >
      <StopFacts panes={panes} />
    </Confirm>
  )
}
