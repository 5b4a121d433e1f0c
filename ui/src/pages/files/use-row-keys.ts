import { useNavigate } from '@tanstack/react-router'
import type { Entry } from '../../api/files.js'
import { useKeys } from '../../kit/keys.js'
import type { FilesSearch } from './search.js'

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr[data-path]')]
const focusedPath = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('tr[data-path]')?.dataset['path']

interface RowKeys {
  readonly path: string
  readonly place: FilesSearch
  readonly entries: readonly Entry[]
  readonly isReadOnly: boolean
  readonly onToggle: (path: string) => void
  /** Shows a file. */
  readonly onOpen: (entry: Entry) => void
  readonly onRename: (entry: Entry) => void
  /** Deletes the selected entries, or this one if none is. */
  readonly onDelete: (entry: Entry | undefined) => void
}

/** The keys of a list of files. */
export function useRowKeys(keys: RowKeys): void {
  const { path, place, entries, isReadOnly, onToggle, onOpen, onRename, onDelete } = keys
  const navigate = useNavigate()
  const focused = (): Entry | undefined => {
    const at = focusedPath()
    return entries.find((entry) => entry.path === at && entry.type !== 'other')
  }
  const step = (by: 1 | -1): void => {
    const all = rows()
    const at = all.findIndex((row) => row.dataset['path'] === focusedPath())
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
  }
  const open = (to: string): void =>
    void navigate({ to: '/files', search: { ...place, ...(to === '' ? {} : { path: to }) } })
  const act = (work: (entry: Entry) => void) => (): void => {
    const entry = focused()
    if (entry !== undefined) work(entry)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ' ': act((entry) => onToggle(entry.path)),
    Enter: act((entry) => {
      if (entry.type === 'dir' || entry.type === 'linkdir') open(entry.path)
      else if (entry.type === 'file') onOpen(entry)
    }),
    ...(path === '' ? {} : { Backspace: () => open(path.split('/').slice(0, -1).join('/')) }),
    ...(isReadOnly ? {} : { F2: act(onRename), Delete: () => onDelete(focused()) }),
  })
}
