import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Instructions } from '../../../kit/instructions.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { withWords } from '../../../lazy/with-words.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { ForgetDialog } from './forget-dialog.js'
import { Links } from './links.js'
import { LossDialog } from './loss-dialog.js'
import { ProxyRow } from './proxy-row.js'
import styles from './settings.module.css'

const ArchiveRow = lazy(
  withWords('archive', async () => ({ default: (await import('../archive/archive-row.js')).ArchiveRow })),
)

/** The title, base branch, instructions and links of a lane, and the actions that delete something. */
export function SettingsTab({ lane }: { lane: Lane }) {
  const t = useWords()
  const [action, setAction] = useState<'reset' | 'remove' | 'forget'>()
  const close = (): void => setAction(undefined)
  const isManaged = lane.kind === 'managed'
  return (
    <div className={styles['tab']}>
      <SettingSection title={t('laneSettings:settings.general')}>
        <TextRow lane={lane} name="title" label={t('lanes:new.name')} value={lane.title} />
        <TextRow lane={lane} name="base_branch" label={t('laneSettings:settings.base')} value={lane.base_branch} />
        <SettingRow label={t('lanes:new.directory')} isWide>
          <span className={styles['path']}>{lane.cwd}</span>
        </SettingRow>
        <SettingRow label={t('laneSettings:settings.sessions')}>
          <Link to="/sessions" search={{ lane: lane.id }} className={buttons['button']}>
            {t('laneSettings:settings.show')}
          </Link>
        </SettingRow>
        <ProxyRow lane={lane} />
        <Suspense>
          <ArchiveRow lane={lane} />
        </Suspense>
      </SettingSection>
      <Instructions
        queryKey={['instructions', lane.id]}
        read={(signal) => call('GET /api/lanes/:id/instructions', { params: { id: String(lane.id) }, signal })}
        write={(instructions) =>
          orLaneFailure(
            call('PUT /api/lanes/:id/instructions', { params: { id: String(lane.id) }, body: { instructions } }),
          )
        }
        help={t('laneSettings:settings.instructions')}
      />
      <Links lane={lane} />
      <SettingSection title={t('laneSettings:danger.title')}>
        {isManaged ? (
          <>
            <SettingRow
              label={t('laneSettings:danger.reset')}
              help={
                lane.kept_head === null
                  ? t('laneSettings:danger.resetHelp')
                  : t('laneSettings:danger.resetKeptHelp', { commit: lane.kept_head.slice(0, 7) })
              }
            >
              <button type="button" className={buttons['button']} onClick={() => setAction('reset')}>
                {t('laneSettings:danger.reset')}
              </button>
            </SettingRow>
            <SettingRow
              label={t('laneSettings:danger.remove')}
              help={
                lane.kept_head === null
                  ? t('laneSettings:danger.removeHelp')
                  : t('laneSettings:danger.removeKeptHelp', { branch: lane.branch ?? '' })
              }
            >
              <button type="button" className={buttons['button']} onClick={() => setAction('remove')}>
                {t('laneSettings:danger.remove')}
              </button>
            </SettingRow>
          </>
        ) : (
          <SettingRow label={t('laneSettings:danger.forget')} help={t('laneSettings:danger.forgetHelp')}>
            <button type="button" className={buttons['button']} onClick={() => setAction('forget')}>
              {t('laneSettings:danger.forget')}
            </button>
          </SettingRow>
        )}
      </SettingSection>
      {action === 'forget' && <ForgetDialog lane={lane} onClose={close} />}
      {(action === 'reset' || action === 'remove') && <LossDialog lane={lane} action={action} onClose={close} />}
    </div>
  )
}

interface TextRowProps {
  readonly lane: Lane
  readonly name: 'title' | 'base_branch'
  readonly label: string
  readonly value: string | null
}

/** One text of the lane. It is saved with Enter or the button. */
function TextRow({ lane, name, label, value }: TextRowProps) {
  const t = useWords()
  const id = `lane-${name}`
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value ?? ''
  const save = useMutation({
    mutationFn: () =>
      orLaneFailure(
        call('PATCH /api/lanes/:id', {
          params: { id: String(lane.id) },
          body: { [name]: text.trim() === '' ? null : text.trim() },
        }),
      ),
    onSuccess: () => setTyped(undefined),
  })
  return (
    <SettingRow label={label} htmlFor={id} isWide {...(save.error === null ? {} : { error: advice(save.error) })}>
      <form
        className={styles['text']}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <input id={id} value={text} onChange={({ target }) => setTyped(target.value)} spellCheck={false} />
        {typed !== undefined && typed !== (value ?? '') && (
          <button type="submit" className={buttons['button']} disabled={save.isPending}>
            {t('save')}
          </button>
        )}
      </form>
    </SettingRow>
  )
}
