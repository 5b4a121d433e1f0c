import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { FileEditor } from './file-editor.js'
import { HiddenText } from './hidden-text.js'
import type { Place } from './kinds.js'
import { settingsQuery } from './queries.js'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns all values with the paths to them. */
const leavesOf = (value: Json, above = ''): readonly (readonly [path: string, value: unknown])[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const path = above === '' ? name : `${above}.${name}`
    return isObject(member) && Object.keys(member).length > 0 ? leavesOf(member, path) : [[path, member] as const]
  })

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The settings that count, and the files that they are in: the first file that has one wins. */
export function SettingsFiles({ place }: { place: Place }) {
  const t = useWords()
  const [open, setOpen] = useState<string>()
  const { data, error } = useQuery(settingsQuery(place))
  if (data === undefined) return <Unread error={error} />
  const used = new Map<string, { value: unknown; scope: (typeof data)[number]['scope']; lost: string[] }>()
  for (const { scope, settings } of data) {
    for (const [path, value] of leavesOf(settings)) {
      const winner = used.get(path)
      if (winner === undefined) used.set(path, { value, scope, lost: [] })
      else if (shown(winner.value) !== shown(value))
        winner.lost.push(`${shown(value)} (${t(`config:source.${scope}`)})`)
    }
  }
  const edited = data.find(({ path }) => path === open)
  const scope = edited?.scope
  return (
    <>
      {data.map(
        ({ path, error: problem }) =>
          problem !== null && (
            <p key={path} role="alert" className="bad">
              {t('config:badFile', { path, line: problem.line ?? 1, message: problem.message })}
            </p>
          ),
      )}
      <h2 className={styles['subhead']}>{t('config:files')}</h2>
      <ul className={styles['rows']}>
        {data.map(({ path, exists, readOnly, size, scope: source }) => (
          <li key={path}>
            <div>
              <b>{t(`config:source.${source}`)}</b>
              <p className={styles['path']}>{path}</p>
            </div>
            <span className="faint">
              {exists ? bytes(size ?? 0) : t('config:absent')}
              {readOnly && ` · ${t('config:fixed')}`}
            </span>
            {place.tool === 'codex' && exists && (
              <button
                type="button"
                className={buttons['button']}
                aria-pressed={path === open}
                onClick={() => setOpen(path === open ? undefined : path)}
              >
                {t('config:show')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (scope === 'user' || scope === 'project') && (
        <div className={styles['panel']}>
          <FileEditor
            key={open}
            place={place}
            file={{
              scope,
              type: 'config',
              name: null,
              ...(place.project === undefined ? {} : { cwd: place.project }),
            }}
            title="config.toml"
            path={edited.path}
            facts={null}
            onGone={() => setOpen(undefined)}
          />
        </div>
      )}
      {used.size > 0 && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('config:column.setting')}</th>
              <th scope="col">{t('config:column.value')}</th>
              <th scope="col">{t('config:column.from')}</th>
            </tr>
          </thead>
          <tbody>
            {[...used].map(([path, { value, scope: source, lost }]) => (
              <tr key={path}>
                <th scope="row" className="mono">
                  {path}
                </th>
                <td className="mono">
                  <HiddenText text={shown(value)} />
                  {lost.length > 0 && (
                    <span className="faint">
                      {' '}
                      {t('config:over')} <s>{lost.join(', ')}</s>
                    </span>
                  )}
                </td>
                <td>{t(`config:source.${source}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
