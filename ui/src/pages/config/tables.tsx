import { useQuery } from '@tanstack/react-query'
import { count } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Moment } from '../../kit/time.js'
import { Unread } from '../../kit/unread.js'
import { HiddenText } from './hidden-text.js'
import type { Place, Source } from './kinds.js'
import { hooksQuery, marketplacesQuery, pluginsQuery, statusLinesQuery } from './queries.js'
import { Table } from './table.js'

/** The hooks by event, with those whose script is missing. */
export function Hooks({ place }: { place: Place }) {
  const t = useWords()
  const { data, error } = useQuery(hooksQuery(place))
  const sourceOf = useSource()
  if (data === undefined) return <Unread error={error} />
  return (
    <Table
      none={t('config:hooks.none')}
      columns={[t('config:hooks.event'), t('config:hooks.command'), t('config:hooks.matches'), t('config:column.from')]}
      rows={data.map(({ event, command, type, matcher, missing, source, plugin }, index) => ({
        key: String(index),
        cells: [
          event,
          <>
            <span className="mono">
              <HiddenText text={command ?? type} />
            </span>
            {missing === true && <span className="bad"> {t('config:hooks.missing')}</span>}
          </>,
          matcher === null || matcher === '' || matcher === '*' ? t('config:hooks.all') : matcher,
          sourceOf(source, plugin),
        ],
      }))}
    />
  )
}

const useSource = () => {
  const t = useWords()
  return (source: Source, plugin: string | null): string =>
    plugin === null ? t(`config:source.${source}`) : t('config:plugin', { name: plugin })
}

/** The plugins with what they add. */
export function Plugins({ place }: { place: Place }) {
  const t = useWords()
  const { data, error } = useQuery(pluginsQuery(place))
  if (data === undefined) return <Unread error={error} />
  return (
    <Table
      none={t('config:plugins.none')}
      columns={[
        t('config:column.plugin'),
        t('config:plugins.version'),
        t('config:plugins.state'),
        t('config:plugins.adds'),
        t('config:plugins.updated'),
      ]}
      rows={data.map((plugin) => {
        const { key, name, marketplace, version, enabled, installPathExists, contributes, lastUpdated, scope } = plugin
        const adds = ADDS.flatMap((what) => {
          const number = contributes?.[what] ?? 0
          return number === 0 ? [] : [t(`config:adds.${what}`, { count: number })]
        })
        return {
          key: `${scope} ${key}`,
          cells: [
            <>
              {name} <span className="faint">{marketplace}</span>
            </>,
            version ?? '',
            installPathExists ? (
              t(`config:plugins.${enabled === null ? 'unset' : enabled ? 'on' : 'off'}`)
            ) : (
              <span className="bad">{t('config:plugins.gone')}</span>
            ),
            adds.join(', '),
            lastUpdated === null ? '' : <Moment at={lastUpdated} />,
          ],
        }
      })}
    />
  )
}

const ADDS = ['skills', 'agents', 'commands', 'outputStyles', 'hooks', 'mcpServers'] as const

/** Where plugins come from. */
export function Marketplaces({ place }: { place: Place }) {
  const t = useWords()
  const { data, error } = useQuery(marketplacesQuery(place))
  if (data === undefined) return <Unread error={error} />
  return (
    <Table
      none={t('config:marketplaces.none')}
      columns={[
        t('config:marketplaces.name'),
        t('config:marketplaces.source'),
        t('config:column.plugins'),
        t('config:plugins.updated'),
      ]}
      rows={data.map(({ name, source, available, installed, lastUpdated, exists }) => ({
        key: name,
        cells: [
          name,
          <>
            <span className="mono">{source}</span>
            {!exists && <span className="bad"> {t('config:plugins.gone')}</span>}
          </>,
          t('config:marketplaces.count', { installed: count(installed), available: count(available) }),
          lastUpdated === null ? '' : <Moment at={lastUpdated} />,
        ],
      }))}
    />
  )
}

/** The status lines that are set, the one that is used first. */
export function StatusLines({ place }: { place: Place }) {
  const t = useWords()
  const { data, error } = useQuery(statusLinesQuery(place))
  if (data === undefined) return <Unread error={error} />
  return (
    <Table
      none={t('config:statusLine.none')}
      columns={[t('config:hooks.command'), t('config:column.from'), t('config:column.note')]}
      rows={data.map(({ command, scope, path, isUsed }) => ({
        key: path,
        cells: [
          <span key="command" className="mono">
            <HiddenText text={command} />
          </span>,
          t(`config:source.${scope}`),
          t(isUsed ? 'config:statusLine.used' : 'config:isOverridden'),
        ],
      }))}
    />
  )
}
