import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { FileEditor } from './file-editor.js'
import { HiddenText } from './hidden-text.js'
import type { Place, Source } from './kinds.js'
import { settingsQuery } from './queries.js'
import { Table } from './table.js'
import { SettingDialog, type SettingsScope } from './setting-dialog.js'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns all values with the names that lead to them. */
const leavesOf = (
  value: Json,
  above: readonly string[] = [],
): readonly (readonly [names: readonly string[], unknown])[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const names = [...above, name]
    return isObject(member) && Object.keys(member).length > 0 ? leavesOf(member, names) : [[names, member] as const]
  })

interface Setting {
  readonly names: readonly string[]
  readonly value: unknown
  readonly scope: Source
  /** What it is in each file that has it. */
  readonly values: Map<Source, unknown>
}

/** Returns the settings that count. */
const settingsIn = (files: readonly { readonly scope: Source; readonly settings: Json }[]): readonly Setting[] => {
  const used = new Map<string, Setting>()
  for (const { scope, settings } of files) {
    for (const [names, value] of leavesOf(settings)) {
      const path = names.join('.')
      const known = used.get(path)
      if (known === undefined) used.set(path, { names, value, scope, values: new Map([[scope, value]]) })
      else known.values.set(scope, value)
    }
  }
  return [...used.values()]
}

const isOwn = (scope: Source): scope is SettingsScope => scope === 'user' || scope === 'project' || scope === 'local'

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The settings that count, and the files that they are in: the first file that has one wins. */
export function SettingsFiles({ place }: { place: Place }) {
  const t = useWords()
  const [open, setOpen] = useState<string>()
  const [changed, setChanged] = useState<Setting | 'new'>()
  const { data, error } = useQuery(settingsQuery(place))
  if (data === undefined) return <Unread error={error} />
  const settings = settingsIn(data)
  const isEditable = place.canChange && place.tool === 'claude'
  const edited = data.find(({ path }) => path === open)
  const scope = edited?.scope
  return (
    <>
      {data.map(
        ({ path, error: problem }) =>
          problem !== null && (
            <p key={path} role="alert" className="bad">
              {t('config:badFile', {
                path,
                line: problem.line ?? 1,
                column: problem.column ?? 1,
                message: problem.message,
              })}
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
      {isEditable && (
        <div className={styles['bar']}>
          <button type="button" className={buttons['button']} onClick={() => setChanged('new')}>
            <Plus size={14} aria-hidden />
            {t('config:setting.add')}
          </button>
        </div>
      )}
      <Table
        columns={[t('config:column.setting'), t('config:column.value'), t('config:column.from')]}
        rows={settings.map((setting) => {
          const { names, scope: source } = setting
          const path = names.join('.')
          return {
            key: path,
            cells: [
              <span key="path" className="mono">
                {path}
              </span>,
              <Value key="value" setting={setting} />,
              t(`config:source.${source}`),
            ],
            ...(isEditable && source !== 'managed'
              ? { edit: { label: t('config:setting.edit', { name: path }), open: () => setChanged(setting) } }
              : {}),
          }
        })}
      />
      {changed !== undefined && (
        <SettingDialog
          place={place}
          path={changed === 'new' ? [] : changed.names}
          values={
            new Map(
              changed === 'new'
                ? []
                : [...changed.values].flatMap(([from, value]) => (isOwn(from) ? [[from, value]] : [])),
            )
          }
          scope={changed !== 'new' && isOwn(changed.scope) ? changed.scope : 'user'}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  )
}

/** The value that counts, and those of other files that it overrides. */
function Value({ setting: { value, scope, values } }: { readonly setting: Setting }) {
  const t = useWords()
  const lost = [...values].filter(([from, other]) => from !== scope && shown(other) !== shown(value))
  return (
    <span className="mono">
      <HiddenText text={shown(value)} />
      {lost.length > 0 && (
        <span className="faint">
          {' '}
          {t('config:over')}{' '}
          <s>{lost.map(([from, other]) => `${shown(other)} (${t(`config:source.${from}`)})`).join(', ')}</s>
        </span>
      )}
    </span>
  )
}
