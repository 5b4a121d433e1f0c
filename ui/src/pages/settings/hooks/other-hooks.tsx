import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Terminal } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { SettingRow } from '../../../kit/setting-row.js'
import { Danger } from '../danger.js'
import type { ToolHooksProps } from './tool-hooks.js'

/** The hooks of another monitor in the settings of one tool, and how to remove them. */
export function OtherHooks({ provider, name, hooks }: ToolHooksProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const many = hooks.other_monitor.length
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/uninstall-other-hooks', { body: { providers: [provider] } }),
    onSuccess: () => setOpen(false),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  return (
    <SettingRow
      label={t('settings:hooks.other.label', { tool: name })}
      icon={<Terminal size={16} aria-hidden />}
      help={t('settings:hooks.other.events', { count: many, events: hooks.other_monitor.join(', ') })}
      below={
        isOpen ? (
          <Danger
            counts={[]}
            action={t('settings:hooks.other.action', { count: many })}
            busy={isPending}
            opener={opener}
            error={error === null ? undefined : advice(error)}
            onConfirm={() => mutate()}
            onCancel={() => setOpen(false)}
          >
            <Trans
              i18nKey="settings:hooks.other.sure"
              count={many}
              values={{ path: hooks.path }}
              components={{ path: <span className="mono" /> }}
            />
          </Danger>
        ) : undefined
      }
    >
      <button ref={opener} type="button" className={buttons['button']} disabled={isOpen} onClick={() => setOpen(true)}>
        <Trans
          i18nKey="settings:hooks.other.remove"
          values={{ tool: name }}
          components={{ quiet: <span className="sr-only" /> }}
        />
      </button>
    </SettingRow>
  )
}
