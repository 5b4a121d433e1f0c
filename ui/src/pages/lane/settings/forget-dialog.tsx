import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { Failure, advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../../kit/dialog.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { notify } from '../../../kit/notices.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { Fact, Facts } from './facts.js'

/** Asks before the record of an adopted lane is deleted. Its folder and branch are not touched. */
export function ForgetDialog({ lane, onClose }: { lane: Lane; onClose: () => void }) {
  const t = useWords()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => orLaneFailure(call('DELETE /api/lanes/:id', { params: { id: String(lane.id) } })),
    onSuccess: () => {
      notify(t('laneSettings:danger.forgotten'))
      void navigate({ to: '/lanes' })
    },
  })
  const isLive = error instanceof Failure && error.code === 'ERUNLIVE'
  return (
    <Dialog
      title={t('laneSettings:danger.forgetAsk', { name: laneTitle(lane) })}
      hidesClose
      ignoresOutside
      onClose={onClose}
    >
      <Facts>
        <Fact name={t('laneSettings:fact.record')} effect={t('laneSettings:effect.deleted')}>
          {laneTitle(lane)}
        </Fact>
        <Fact name={t('laneSettings:fact.folder')} effect={t('laneSettings:effect.untouched')}>
          <span className="mono">{lane.cwd}</span>
        </Fact>
      </Facts>
      {error !== null && (
        <p role="alert" className="bad">
          {isLive ? t('laneSettings:danger.live') : advice(error)}
        </p>
      )}
      <DialogButtons>
        <button type="button" className={buttons['button']} autoFocus onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className={buttons['danger']} disabled={isPending} onClick={() => mutate()}>
          {t('laneSettings:danger.forget')}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
