import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { advice } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import buttons from './button.module.css'
import styles from './instructions.module.css'
import { SettingSection } from './setting-row.js'

/** What the service answers. */
interface Told {
  readonly instructions: string | null
  readonly max: number
}

interface InstructionsProps {
  /** Where the dashboard keeps them. */
  readonly queryKey: readonly unknown[]
  readonly read: (signal: AbortSignal) => Promise<Told>
  readonly write: (instructions: string) => Promise<Told>
  /** Which agents get them, and when. */
  readonly help: string
}

/** What new agents are told: a text that is saved with a button. */
export function Instructions({ queryKey, read, write, help }: InstructionsProps) {
  const t = useWords()
  const queries = useQueryClient()
  const id = useId()
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) })
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: write,
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved)
      setTyped(undefined)
    },
  })
  if (data === undefined)
    return error === null ? null : (
      <SettingSection title={t('instructions.title')}>
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      </SettingSection>
    )
  const text = typed ?? data.instructions ?? ''
  const left = data.max - Array.from(text).length
  const isChanged = text !== (data.instructions ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(text)
  }
  return (
    <SettingSection title={t('instructions.title')}>
      <form className={styles['form']} onSubmit={submit}>
        <p id={id} className="faint">
          {help}
        </p>
        <textarea
          aria-label={t('instructions.title')}
          aria-describedby={id}
          aria-invalid={left < 0}
          className="mono"
          rows={6}
          placeholder={t('instructions.example')}
          value={text}
          onChange={({ target }) => setTyped(target.value)}
        />
        {(save.error !== null || left < 0) && (
          <p role="alert" className="bad">
            {left < 0 ? t('instructions.long', { count: -left }) : save.error !== null && advice(save.error)}
          </p>
        )}
        {isChanged && (
          <div className={styles['end']}>
            <span className="faint num">{t('instructions.left', { left: Math.max(0, left) })}</span>
            <button type="button" className={buttons['button']} onClick={() => setTyped(undefined)}>
              {t('cancel')}
            </button>
            <button type="submit" className={buttons['primary']} disabled={save.isPending || left < 0}>
              {t('save')}
            </button>
          </div>
        )}
      </form>
    </SettingSection>
  )
}
