import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { addressOf } from './link-address.js'
import styles from './settings.module.css'

/** The links of a lane by name: a ticket, a pull request. */
export function Links({ lane }: { lane: Lane }) {
  const t = useWords()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const save = useMutation({
    mutationFn: (links: Lane['links']) =>
      orLaneFailure(call('PATCH /api/lanes/:id', { params: { id: String(lane.id) }, body: { links } })),
    onSuccess: () => {
      setName('')
      setValue('')
    },
  })
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '' && value.trim() !== '') save.mutate({ ...lane.links, [name.trim()]: value.trim() })
  }
  return (
    <SettingSection title={t('laneSettings:settings.links')}>
      {Object.entries(lane.links).map(([key, link]) => (
        <SettingRow key={key} label={key}>
          <LinkValue value={link} />
          <button
            type="button"
            className={buttons['button']}
            disabled={save.isPending}
            onClick={() => save.mutate(Object.fromEntries(Object.entries(lane.links).filter(([one]) => one !== key)))}
          >
            {t('laneSettings:settings.removeLink')}
          </button>
        </SettingRow>
      ))}
      <form className={styles['add']} onSubmit={add}>
        <input
          aria-label={t('laneSettings:settings.linkName')}
          placeholder={t('laneSettings:settings.linkName')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <input
          aria-label={t('laneSettings:settings.linkAddress')}
          placeholder={t('laneSettings:settings.linkExample')}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <button type="submit" className={buttons['button']} disabled={save.isPending}>
          {t('laneSettings:settings.addLink')}
        </button>
      </form>
      {save.error !== null && (
        <p role="alert" className="bad">
          {advice(save.error)}
        </p>
      )}
    </SettingSection>
  )
}

function LinkValue({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const address = addressOf(value)
  if (address === undefined) return <span className={styles['path']}>{text}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer" className={styles['path']}>
      {text}
    </a>
  )
}
