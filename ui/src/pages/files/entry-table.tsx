import { Link } from '@tanstack/react-router'
import {
  Download,
  Ellipsis,
  File as FileIcon,
  FileSymlink,
  Folder,
  FolderInput,
  FolderSymlink,
  Pencil,
  Trash2,
} from 'lucide-react'
import { downloadAddress, type Entry, type FilesOf } from '../../api/files.js'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Menu, MenuItem } from '../../kit/menu.js'
import { Moment } from '../../kit/time.js'
import styles from './files.module.css'
import type { FilesSearch } from './search.js'

const ICONS = { dir: Folder, linkdir: FolderSymlink, file: FileIcon, link: FileSymlink, other: FileIcon } as const

interface EntryTableProps {
  readonly of: FilesOf
  readonly entries: readonly Entry[]
  readonly place: FilesSearch
  readonly selected: ReadonlySet<string>
  readonly isReadOnly: boolean
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onToggle: (path: string) => void
  readonly onOpen: (entry: Entry) => void
  readonly onRename: (entry: Entry) => void
  readonly onMove: (entry: Entry) => void
  readonly onDelete: (entry: Entry) => void
}

/** The entries of a folder, in the order of the service: folders first. */
export function EntryTable(props: EntryTableProps) {
  const { of, entries, place, selected, isReadOnly, onSelect, onToggle, onOpen, onRename, onMove, onDelete } = props
  const t = useWords()
  const usable = entries.filter(({ type }) => type !== 'other')
  const isAll = usable.length > 0 && usable.every(({ path }) => selected.has(path))
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th data-check>
            <input
              type="checkbox"
              aria-label={t('files:selectAll')}
              checked={isAll}
              onChange={() => onSelect(new Set(isAll ? [] : usable.map(({ path }) => path)))}
            />
          </th>
          <th scope="col">{t('files:name')}</th>
          <th scope="col" data-size>
            {t('files:size')}
          </th>
          <th scope="col" data-time>
            {t('files:modified')}
          </th>
          <th data-menu />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr
            key={entry.path}
            tabIndex={index === 0 ? 0 : -1}
            aria-selected={selected.has(entry.path)}
            data-path={entry.path}
          >
            <td data-check>
              {entry.type !== 'other' && (
                <input
                  type="checkbox"
                  aria-label={t('files:select', { name: entry.name })}
                  checked={selected.has(entry.path)}
                  onChange={() => onToggle(entry.path)}
                />
              )}
            </td>
            <th scope="row">
              <Name entry={entry} place={place} onOpen={onOpen} />
            </th>
            <td data-size>{entry.size === null ? '' : bytes(entry.size)}</td>
            <td data-time>{entry.mtime !== null && <Moment at={new Date(entry.mtime).toISOString()} />}</td>
            <td data-menu>
              {entry.type !== 'other' && (
                <Menu
                  trigger={
                    <button type="button" className={styles['icon']} aria-label={t('files:more', { name: entry.name })}>
                      <Ellipsis size={15} aria-hidden />
                    </button>
                  }
                >
                  <MenuItem
                    icon={<Download size={14} aria-hidden />}
                    onSelect={() => location.assign(downloadAddress(of, [entry]))}
                  >
                    {t('files:download')}
                  </MenuItem>
                  {!isReadOnly && (
                    <>
                      <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={() => onRename(entry)}>
                        {t('files:rename')}
                      </MenuItem>
                      <MenuItem icon={<FolderInput size={14} aria-hidden />} onSelect={() => onMove(entry)}>
                        {t('files:move')}
                      </MenuItem>
                      <MenuItem icon={<Trash2 size={14} aria-hidden />} isDanger onSelect={() => onDelete(entry)}>
                        {t('files:delete')}
                      </MenuItem>
                    </>
                  )}
                </Menu>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type NameProps = Pick<EntryTableProps, 'place' | 'onOpen'> & { readonly entry: Entry }

function Name({ entry, place, onOpen }: NameProps) {
  const t = useWords()
  const { name, path, type } = entry
  const Icon = ICONS[type]
  return (
    <span className={styles['name']}>
      <Icon size={15} aria-hidden />
      {type === 'dir' || type === 'linkdir' ? (
        <Link to="/files" search={{ ...place, path }}>
          {name}
        </Link>
      ) : type === 'file' ? (
        <button type="button" title={name} onClick={() => onOpen(entry)}>
          {name}
        </button>
      ) : (
        <span title={name}>{name}</span>
      )}
      {type !== 'dir' && type !== 'file' && <small>{t(`files:type.${type}`)}</small>}
    </span>
  )
}
